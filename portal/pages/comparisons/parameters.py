"""Conditions and server parameters of a comparison, those that move it first."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from benchruns.comparison import Comparison
from benchruns.comparison.entries import Entry
from benchruns.comparison.fairness import ParameterLine, State
from benchruns.comparison.fairness.commits import ISOLATION
from benchruns.comparison.fairness.context import Context
from benchruns.comparison.report import Group as LoadGroup
from benchruns.engines import ENGINES
from benchruns.parsers.settings.groups import Group
from benchruns.workloads.labels import has_kinds
from portal.formats.figures import DASH, figure, millions, ratio
from portal.pages.comparisons.marks import Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterText:
    """``unit`` is the load that a line of several loads is about."""

    label: str
    values: Sequence[str]
    unit: str = ""
    marks: Sequence[Mark] = ()


MOST_ON_PAPER = 40  # settings of one list: a sheet of them


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterGroup:
    title: str | Promise
    lines: Sequence[ParameterText]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """``unknown`` are stated by some of the columns alone and agree among those.

    ``engines`` are the names of those that name many settings differently; empty where
    all columns have the same names.
    """

    groups: Sequence[ParameterGroup]
    unknown: Sequence[ParameterText]
    equal: Sequence[ParameterText]
    engines: str = ""

    @property
    def equal_on_paper(self) -> Sequence[ParameterText]:
        """Those that move results come first; a server has hundreds of others."""
        return self.equal[:MOST_ON_PAPER]

    @property
    def equal_on_screen(self) -> Sequence[ParameterText]:
        """The others, which no paper has."""
        return self.equal[MOST_ON_PAPER:]

    @property
    def is_unknown_on_paper(self) -> bool:
        return len(self.unknown) <= MOST_ON_PAPER

    @property
    def differing(self) -> int:
        return sum(len(group.lines) for group in self.groups)


def parameters_of(comparison: Comparison, marks: Sequence[Mark]) -> Parameters:
    lines = comparison.parameters
    different = [line for line in lines if line.state == State.DIFFERS]
    groups = [
        ParameterGroup(title=_("Load"), lines=_loads(comparison, marks)),
        ParameterGroup(
            title=_("Move the result"),
            lines=_texts(
                [line for line in different if line.matters], comparison, marks
            ),
        ),
        ParameterGroup(
            title=_("Others that differ"),
            lines=_texts([line for line in different if not line.matters], comparison),
        ),
    ]
    unknown = _texts([n for n in lines if n.state == State.UNKNOWN], comparison)
    return Parameters(
        groups=[group for group in groups if group.lines],
        unknown=unknown,
        equal=_texts([line for line in lines if line.state == State.SAME], comparison),
        engines=_unlike_engines(comparison) if unknown else "",
    )


def _unlike_engines(comparison: Comparison) -> str:
    """ "MariaDB and PostgreSQL", the first of each family; empty of one family."""
    labels: dict[str, str] = {}
    for each in comparison.contexts.values():
        if each.engine and each.engine_family:
            label = str(ENGINES[each.engine].label)
            labels.setdefault(each.engine_family.name, label)
    return get_text_list(list(labels.values()), _("and")) if len(labels) > 1 else ""


def _condition_of(line: ParameterLine) -> str:
    """The rule of fairness that judges a parameter."""
    if line.group in (Group.DURABILITY, Group.REPLICATION):
        return str(line.group)
    return "isolation" if line.name in ISOLATION else "settings"


def _texts(
    lines: Sequence[ParameterLine], comparison: Comparison, marks: Sequence[Mark] = ()
) -> list[ParameterText]:
    return [
        ParameterText(
            label=line.name,
            values=[_value(line, entry) for entry in comparison.entries],
            marks=[mark for mark in marks if mark.code == _condition_of(line)],
        )
        for line in lines
    ]


def _value(line: ParameterLine, entry: Entry) -> str:
    """Of all the results that stand in a column, each value once."""
    found = [line.values.get(row.id) for row in entry.rows.values()]
    return " / ".join(dict.fromkeys(value for value in found if value)) or DASH


def _loads(comparison: Comparison, marks: Sequence[Mark]) -> list[ParameterText]:
    """Threads and data; what several loads have alike is one line."""
    found: dict[tuple[str, tuple[str, ...]], ParameterText] = {}
    for group in comparison.groups:
        for text in _load(group, comparison, marks):
            key = text.label, tuple(text.values)
            other = found.get(key)
            found[key] = (
                replace(text, unit=group.label)
                if other is None
                else replace(other, unit="", marks=_joined(other.marks, text.marks))
            )
    times = Counter(text.label for text in found.values())
    return [t if times[t.label] > 1 else replace(t, unit="") for t in found.values()]


def _joined(one: Sequence[Mark], other: Sequence[Mark]) -> list[Mark]:
    return [*one, *(mark for mark in other if mark not in one)]


def _warehouses(context: Context | None) -> str:
    if context is None or not has_kinds([context.workload or ""]):
        return DASH
    return figure(context.scale)


def _profile(context: Context | None) -> str:
    return (context.tpcc_profile if context else None) or DASH


def _load(
    group: LoadGroup, comparison: Comparison, marks: Sequence[Mark]
) -> Iterator[ParameterText]:
    """Of one load what is not the same for all its columns."""
    rows = [column[0] if column else None for column in group.columns]
    ids = {row.id for row in rows if row}
    contexts = [comparison.contexts[row.id] if row else None for row in rows]
    shares = [each.data_over_memory if each else None for each in contexts]
    for code, label, values in (
        (
            "threads",
            _("Threads"),
            [figure(row.threads) if row else DASH for row in rows],
        ),
        (
            "table_size",
            _("Rows"),
            [millions(row.rows) if row else DASH for row in rows],
        ),
        ("scale", _("Warehouses"), [_warehouses(each) for each in contexts]),
        ("tpcc_profile", _("Profile"), [_profile(each) for each in contexts]),
        ("data_size", _("Data / memory"), [ratio(share) for share in shares]),
    ):
        if len({value for value, row in zip(values, rows, strict=True) if row}) > 1:
            yield ParameterText(
                label=label,
                values=values,
                marks=[m for m in marks if m.code == code and m.results & ids],
            )
