"""Fairness: what makes a comparison of results unfair, and what would make it fair.

Pure functions on ``Context``; ``benchruns.comparison.fairness.results`` reads contexts from stored
results. ``RULES`` are the conditions, ``find`` and ``equal`` judge them against a
baseline, ``refusals`` and ``comparable`` say which figures may share an axis,
``parameter_diff`` puts server parameters side by side, ``known_between`` picks what data
checks found on a pair.
"""

from benchruns.comparison.fairness.axes import Comparable, Refusal, comparable, refusals
from benchruns.comparison.fairness.context import Context, QpsCounting, Statements
from benchruns.comparison.fairness.findings import (
    NOT_STATED,
    Difference,
    equal,
    find,
)
from benchruns.comparison.fairness.known import known_between
from benchruns.comparison.fairness.names import names_of
from benchruns.comparison.fairness.other_tests import other_tests
from benchruns.comparison.fairness.parameters import (
    ParameterLine,
    State,
    parameter_diff,
)
from benchruns.comparison.fairness.rules.table import RULES

__all__ = [
    "NOT_STATED",
    "RULES",
    "Comparable",
    "Context",
    "Difference",
    "ParameterLine",
    "QpsCounting",
    "Refusal",
    "State",
    "Statements",
    "comparable",
    "equal",
    "find",
    "known_between",
    "names_of",
    "other_tests",
    "parameter_diff",
    "refusals",
]
