"""Tests of needs."""
