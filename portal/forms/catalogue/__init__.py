"""Forms of what staff enter into the catalogue."""
