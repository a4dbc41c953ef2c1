"""Tests of regimes from counters."""
