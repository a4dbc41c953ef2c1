"""Rows as the API shows and takes them; one module a noun."""
