"""What waits for its server or its time, and what recurs."""
