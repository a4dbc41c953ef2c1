"""Loads of one's own: scripts of the load generator's folder, on tables of Benchbook's."""
