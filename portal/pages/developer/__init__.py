"""The API's door: how to call it, every operation, and docs/api.md as a page."""
