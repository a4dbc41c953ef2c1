"""Who may do what, cell by cell."""
