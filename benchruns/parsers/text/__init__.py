"""What every reader needs of a text: its lines, its JSON, clean words."""
