"""Addresses of one's own that are told of events, and the log of what was sent."""
