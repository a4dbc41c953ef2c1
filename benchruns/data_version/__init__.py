"""Which version of the public data the database holds: what was made of an older one is stale."""
