"""Tests of the white paper of an engine version."""
