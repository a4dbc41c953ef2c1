"""Tests of what went wrong."""
