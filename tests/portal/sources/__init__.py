"""Tests of the pages of the papers."""
