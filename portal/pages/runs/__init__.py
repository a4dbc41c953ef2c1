"""Runs: their list, the page of each, what waits for its turn."""
