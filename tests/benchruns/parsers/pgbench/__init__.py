"""Tests of what pgbench prints."""
