"""Rows with all that pages and the API print of them, in a fixed number of queries."""
