"""What one user may have at most, counted from rows, and the door that holds to it."""
