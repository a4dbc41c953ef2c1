"""Tests of pages of comparisons."""
