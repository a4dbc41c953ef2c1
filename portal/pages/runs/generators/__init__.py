"""The generators of a run that several make, on its page."""
