"""Tests of comparisons of the published figures."""
