"""Tests of pages of results."""
