"""What is stated of a report: its fields, their kinds, and what is missing."""
