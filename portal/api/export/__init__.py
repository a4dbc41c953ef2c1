"""All rows that a reader may see, in one file."""
