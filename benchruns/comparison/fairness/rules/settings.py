"""The rule on server parameters: equal values for every one that affects the run."""

from collections.abc import Sequence

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

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

MOST_TOLD = 4
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


def _told(context: Context, among: Sequence[Context]) -> str:
    """``join_buffer_size 1 MB, tmp_table_size 256 KB and 3 more``."""
    lines = differing(_own(unlike(among), among))
    parts = [
        _value_told(line.name, line.values[context.id]) for line in lines[:MOST_TOLD]
    ]
    if len(lines) > MOST_TOLD:
        more = len(lines) - MOST_TOLD
        return gettext("%(values)s and %(count)d more") % {
            "values": ", ".join(parts),
            "count": more,
        }
    return ", ".join(parts)


def _value_told(name: str, value: str | None) -> str:
    if value is None:
        return gettext("%(name)s not stated") % {"name": name}
    return f"{name} = {value}"


def _remedy(contexts: Sequence[Context]) -> str:
    managed = {context.is_managed for context in contexts}
    if managed == {True, False}:
        return gettext(
            "Set the self-managed side to the values of the service: a service does not "
            "let every parameter be changed, so only the other side can give way."
        )
    if managed == {True}:
        return gettext(
            "Set the same values in the parameter templates of both services, as far as "
            "they can be changed."
        )
    return gettext("Set the same values on both sides, and repeat both.")


SETTINGS = Rule(
    code="settings",
    label=_("settings"),
    judge=_judge,
    tell=_told,
    sentence=_("Parameters of the servers differ: %(values)s."),
    why=_(
        "Different buffers or durability settings move a result more than the product "
        "does: join and temporary table buffers alone once doubled the time of statements."
    ),
    remedy=_remedy,
)
