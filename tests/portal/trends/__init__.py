"""Tests of pages of trends."""
