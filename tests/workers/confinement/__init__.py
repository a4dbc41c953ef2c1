"""Tests of confinement."""
