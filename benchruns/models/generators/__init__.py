"""Rows of load generators."""
