"""Engines and versions side by side, each with a picture of its figures."""
