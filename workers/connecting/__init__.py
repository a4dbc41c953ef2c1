"""From an endpoint to a server: addresses, logins, TLS."""
