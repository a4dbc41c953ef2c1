"""Tests of the page of an engine version."""
