"""Uploaded files: as they are kept, blanked, and shown to whom."""
