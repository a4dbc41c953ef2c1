"""The door for what browsers and programs send."""
