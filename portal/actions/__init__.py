"""Deeds of page and API alike, with what the workers are told of them."""
