"""Tests of pages of runs."""
