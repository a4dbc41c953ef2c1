"""Outputs of sysbench, 0.4 to 1.1."""
