"""Tests of pages of submissions."""
