"""How Benchbook speaks to SQL Server."""
