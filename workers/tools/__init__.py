"""Drivers of the benchmark tools: from a target and parameters to a command."""
