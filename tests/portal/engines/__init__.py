"""Tests of pages of engines."""
