"""What is watched while a tool loads a server, and what follows from it."""
