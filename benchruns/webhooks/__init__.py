"""Webhooks: made and changed by their users, what is due to them, how it is signed."""
