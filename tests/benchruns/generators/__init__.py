"""Load generators told and forgotten."""
