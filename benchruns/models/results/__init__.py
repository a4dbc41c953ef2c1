"""Results, and what they are found by."""

from benchruns.models.results.rows import Histogram, Result, ResultQuerySet

__all__ = ["Histogram", "Result", "ResultQuerySet"]
