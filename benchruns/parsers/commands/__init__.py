"""Pasted command lines of the tools, and what they say of a test."""
