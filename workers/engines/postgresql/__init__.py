"""How Benchbook speaks to PostgreSQL."""
