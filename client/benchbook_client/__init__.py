"""The command line of Benchbook, and a typed client of its REST API."""
