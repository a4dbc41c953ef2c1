"""Tests of commands to copy."""
