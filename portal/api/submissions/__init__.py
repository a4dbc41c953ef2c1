"""What the API takes as a report, and how it answers and refuses."""
