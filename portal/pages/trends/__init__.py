"""Trends, their rules, and feeds."""
