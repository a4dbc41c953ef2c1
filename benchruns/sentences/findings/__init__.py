"""What is to be said of a result, in words."""
