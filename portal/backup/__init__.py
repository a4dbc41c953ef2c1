"""All rows of the portal's database in one file, and back into an empty database."""
