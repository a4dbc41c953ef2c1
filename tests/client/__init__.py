"""The command line, against a live server."""
