"""What speaks for and against a report, one finding a check."""
