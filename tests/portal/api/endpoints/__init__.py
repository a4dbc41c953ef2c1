"""Tests of endpoints in the API."""
