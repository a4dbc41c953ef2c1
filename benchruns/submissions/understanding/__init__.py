"""What a report's files say, and the results that are derived from it."""
