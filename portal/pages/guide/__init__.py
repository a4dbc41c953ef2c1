"""How to test, how to compare fairly, how to submit a report."""
