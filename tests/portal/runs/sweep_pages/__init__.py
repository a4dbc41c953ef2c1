"""Tests of the pages of sweeps: the list, and one with its curves."""
