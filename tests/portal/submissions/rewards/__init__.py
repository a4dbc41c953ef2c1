"""Tests of the pages of rewards."""
