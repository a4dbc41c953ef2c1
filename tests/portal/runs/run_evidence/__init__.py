"""Tests of the evidence on a run's page."""
