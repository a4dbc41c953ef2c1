"""Fairness: what makes a comparison of results unfair, and what would make it fair.

Pure functions on ``Context``; ``benchruns.comparison.fairness.results`` reads contexts from stored
results. ``RULES`` are the conditions, ``find`` and ``equal`` judge them against a
baseline, ``refusals`` and ``comparable`` say which figures may share an axis,
``parameter_diff`` puts server parameters side by side, ``known_between`` picks what data
checks found on a pair.
"""

from benchruns.comparison.fairness.axes import Comparable, Refusal, comparable, refusals
from benchruns.comparison.fairness.context import Context, QpsCounting, Statements
from benchruns.comparison.fairness.findings import NOT_STATED, equal, find
from benchruns.comparison.fairness.known import known_between
from benchruns.comparison.fairness.parameters import (
    ParameterLine,
    State,
    parameter_diff,
)
from benchruns.comparison.fairness.rules.table import RULES, condition_label
from benchruns.comparison.fairness.words import names_of

__all__ = [
    "NOT_STATED",
    "RULES",
    "Comparable",
    "Context",
    "ParameterLine",
    "QpsCounting",
    "Refusal",
    "State",
    "Statements",
    "comparable",
    "condition_label",
    "equal",
    "find",
    "known_between",
    "names_of",
    "parameter_diff",
    "refusals",
]
