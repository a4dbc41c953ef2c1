"""Tests of the page that asks for a run."""
