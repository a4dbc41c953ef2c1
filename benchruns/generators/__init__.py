"""Load generators: who they are, seen when, doing what."""
