"""Comparing results, classes, versions and providers: what stands beside what.

``asked`` reads what is asked for, ``entries`` finds the rows of each column,
``lines`` puts their figures side by side, ``report`` judges the whole.
"""

from benchruns.comparison.asked import (
    MOST,
    Asked,
    Complaint,
    read_asked,
    words_of,
)
from benchruns.comparison.report import Comparison, compare

__all__ = [
    "MOST",
    "Asked",
    "Comparison",
    "Complaint",
    "compare",
    "read_asked",
    "words_of",
]
