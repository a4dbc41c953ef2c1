"""A report as it is stored: its text, its figures, its samples."""
