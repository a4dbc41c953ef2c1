"""What went wrong: the reason, its words, and how an engine's errors are read."""
