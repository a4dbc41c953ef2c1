"""A published row, repeated on one's own server: size, conditions, differences."""
