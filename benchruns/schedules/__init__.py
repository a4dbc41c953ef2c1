"""Runs and sweeps that recur: their times, what is started, and what came of each time."""
