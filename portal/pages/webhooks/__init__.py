"""Addresses of one's own to which events are sent, and the log of what was sent."""
