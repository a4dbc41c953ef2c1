"""Webhooks made, changed and deleted."""
