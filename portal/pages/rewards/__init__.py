"""Rewards: one's own, and the policies and codes for staff."""
