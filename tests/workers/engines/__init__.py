"""Tests of probes of engines."""
