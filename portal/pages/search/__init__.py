"""The search page: rows, and all texts that the portal tells."""
