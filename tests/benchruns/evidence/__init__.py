"""Tests of regime, bottleneck and verdicts."""
