"""Tests of the form that reproduces a published row."""
