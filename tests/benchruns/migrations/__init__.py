"""Tests of migrations of stored rows."""
