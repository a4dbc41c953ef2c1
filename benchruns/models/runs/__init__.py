"""Runs, and what was seen of them."""
