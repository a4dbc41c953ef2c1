"""How the load speaks to SQL Server."""
