"""Numbered marks in words."""

from typing import Protocol

from benchruns.findings import Finding, Worded
from benchruns.reports import marks
from benchruns.sentences.catalogue import worded, worded_together


class Numbered(Protocol):
    @property
    def finding(self) -> Finding: ...


def worded_mark(mark: Numbered) -> Worded:
    """One finding for all rows that share the mark."""
    if isinstance(mark, marks.Mark):
        return worded_together([case.finding for case in mark.cases])
    return worded(mark.finding)


def sentence_of(finding: Finding) -> str:
    """The same of findings that a reader reads as the same: 20.01 s and 20.03 s are 20 s."""
    return worded(finding).identity
