"""Tests of plans of runs."""
