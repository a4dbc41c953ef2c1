"""Tests of what everybody may see."""
