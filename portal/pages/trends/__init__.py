"""Trends, their rules, badges and feeds."""
