"""Endpoints of the user who is logged in, and the data that stays on them."""
