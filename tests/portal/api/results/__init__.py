"""Tests of results in the API."""
