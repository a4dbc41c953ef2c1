"""Tests of pages of endpoints."""
