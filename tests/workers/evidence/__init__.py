"""Tests of what a run is judged by."""
