"""A rule: how one condition of two results is judged."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from benchruns.comparison.fairness.context import Context
from benchruns.vocabulary import Severity


class Verdict(StrEnum):
    """Of a pair; a difference is as severe as the finding that it makes."""

    SAME = "same"
    UNKNOWN = "unknown"
    OUTSIDE = "outside"  # the condition has no meaning for both
    NOTE = Severity.NOTE.value
    CAUTION = Severity.CAUTION.value
    REFUSED = Severity.REFUSED.value

    @property
    def differs(self) -> bool:
        return self in _DIFFERENCES


_DIFFERENCES = (Verdict.NOTE, Verdict.CAUTION, Verdict.REFUSED)  # mildest first


def worst(verdicts: Sequence[Verdict]) -> Verdict:
    return max(verdicts, key=_DIFFERENCES.index)


Judge = Callable[[Context, Context], Verdict]
Read = Callable[[Context], Any]  # None: not known


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One condition. ``judge`` is the same whichever of the two comes first.

    ``value`` gives what a finding's values hold, where that is more exact than what is
    told of it; ``parts`` names what is known of a condition that several settings make.
    ``benchruns.sentences.fairness`` has the words of its code.
    """

    code: str
    judge: Judge
    value: Read | None = None
    parts: Callable[[Context], frozenset[str]] = lambda _context: frozenset()


def is_equal(one: Any, other: Any) -> bool:
    return bool(one == other)


def by_value(
    read: Read,
    severity: Verdict | Judge,
    *,
    same: Callable[[Any, Any], bool] = is_equal,
    applies: Callable[[Context], bool] | None = None,
) -> Judge:
    """Unknown where either is None; else the same, or as severe as ``severity`` says.

    The condition has no meaning unless it ``applies`` to both.
    """

    def judge(one: Context, other: Context) -> Verdict:
        if applies is not None and not (applies(one) and applies(other)):
            return Verdict.OUTSIDE
        ours, theirs = read(one), read(other)
        if ours is None or theirs is None:
            return Verdict.UNKNOWN
        if same(ours, theirs):
            return Verdict.SAME
        return severity if isinstance(severity, Verdict) else severity(one, other)

    return judge
