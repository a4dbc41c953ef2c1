"""Engines, the page of each version, and its white paper."""
