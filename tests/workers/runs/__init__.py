"""Tests of runs on servers."""
