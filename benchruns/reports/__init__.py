"""What pages print of results: overview, search, class, engine, white paper."""
