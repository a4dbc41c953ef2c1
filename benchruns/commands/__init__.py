"""Commands to copy: what a user would run by hand for the same load."""
