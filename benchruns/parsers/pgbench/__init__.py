"""Outputs and logs of pgbench, 9.5 to 18."""
