"""Outputs of real tools, kept for the tests."""

from pathlib import Path

SAMPLES = Path(__file__).parent / "benchruns" / "samples"
