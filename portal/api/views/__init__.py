"""What answers at the addresses of the API; one module a noun."""
