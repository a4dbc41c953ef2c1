"""Tests of probes."""
