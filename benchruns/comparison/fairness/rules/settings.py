"""The rule on server parameters: equal values for every one that affects the run."""

from collections.abc import Sequence

from benchruns.comparison.fairness import commits
from benchruns.comparison.fairness.context import Context
from benchruns.comparison.fairness.parameters import (
    ParameterLine,
    State,
    differing,
    settings_of,
    unlike,
)
from benchruns.comparison.fairness.rules.rule import Rule, Verdict
from benchruns.engines import FAMILIES
from benchruns.engines.setting_values import comparable
from benchruns.figures.alike import is_alike
from benchruns.units import GB

# Judged by rules of their own.
ELSEWHERE = frozenset(
    {
        *(name for family in FAMILIES.values() for name in family.settings.durability),
        *(name for family in FAMILIES.values() for name in family.settings.awaited),
        *commits.ISOLATION,
    }
)
# Given as a share of memory by every provider: they follow the size.
BUFFER_OF_MEMORY = tuple(
    family.settings.buffer for family in FAMILIES.values() if family.settings.buffer
)


def _judge(one: Context, other: Context) -> Verdict:
    """Parameters of two engines have other names: the rule on engines says so.

    Settings are the same only where those are, too, that other rules judge.
    """
    if one.engine_family != other.engine_family:
        return Verdict.OUTSIDE
    every = unlike([one, other])
    different = differing(_own(every, [one, other]))
    if different:
        weighty = any(line.matters for line in different)
        return Verdict.CAUTION if weighty else Verdict.NOTE
    if differing(_elsewhere(every)):
        return Verdict.OUTSIDE
    is_whole = all("max_connections" in settings_of(each) for each in (one, other))
    if not is_whole or any(line.state == State.UNKNOWN for line in every):
        return Verdict.UNKNOWN
    return Verdict.SAME


def judged(contexts: Sequence[Context]) -> list[ParameterLine]:
    """The parameters that this rule finds to differ."""
    return differing(_own(unlike(contexts), contexts))


def _own(
    lines: Sequence[ParameterLine], contexts: Sequence[Context]
) -> list[ParameterLine]:
    """Those that no other rule judges, without buffers that grow with memory."""
    return [
        line
        for line in lines
        if line.name not in ELSEWHERE and not _follows_memory(line.name, contexts)
    ]


def _elsewhere(lines: Sequence[ParameterLine]) -> list[ParameterLine]:
    return [line for line in lines if line.name in ELSEWHERE]


def _follows_memory(name: str, contexts: Sequence[Context]) -> bool:
    """Whether a buffer is the same share of each one's memory."""
    if name not in BUFFER_OF_MEMORY:
        return False
    shares = [_share(name, context) for context in contexts]
    return None not in shares and all(is_alike(shares[0], each) for each in shares)


def _share(name: str, context: Context) -> float | None:
    amount = comparable(settings_of(context).get(name, ""))
    if not isinstance(amount, float) or not context.memory_gb:
        return None
    return amount / (context.memory_gb * GB)


SETTINGS = Rule(
    code="settings",
    judge=_judge,
)
