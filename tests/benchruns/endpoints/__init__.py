"""Tests of endpoints."""
