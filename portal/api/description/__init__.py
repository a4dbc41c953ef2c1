"""What the description of the API says beyond the code: summaries, examples, its text."""
