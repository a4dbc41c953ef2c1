"""Settings of a server, pasted or uploaded."""
