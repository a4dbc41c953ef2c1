"""Sweeps: their list, the page of each, its peak."""
