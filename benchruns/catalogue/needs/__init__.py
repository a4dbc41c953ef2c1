"""Which classes reached what somebody needs."""
