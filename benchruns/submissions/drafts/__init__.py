"""A report on its way to review: its files, its steps, what is kept of it."""
