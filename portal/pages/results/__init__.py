"""The page of one result."""
