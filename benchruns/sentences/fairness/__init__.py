"""What is said of a comparison: its conditions, and which figures share an axis."""
