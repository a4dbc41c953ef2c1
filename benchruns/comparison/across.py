"""Columns that share no load with the baseline: which of their loads stand beside it.

A cached figure beside one that was read from disk would compare amounts of memory, so
the loads are chosen for being close, never for being fast.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, log

from django.utils.translation import gettext as _

from benchruns.comparison.entries import Entry
from benchruns.comparison.fairness import RULES, Difference, names_of
from benchruns.comparison.fairness.context import Context
from benchruns.comparison.figures.costs import Column
from benchruns.comparison.loads import Load
from benchruns.findings import Finding
from benchruns.models import Result
from benchruns.vocabulary import Regime, Severity
from benchruns.workloads.labels import workload_label

CLOSEST_LOADS = "closest_loads"
# What parts two loads, the gravest first; after them their data over memory does.
PARTING = ("statement_mix", "variant", "workload", "regime")

Distance = tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Across:
    """One column each; None where a column has a load of the baseline's, or none."""

    columns: tuple[Column, ...]
    finding: Finding


def across_loads(
    entries: Sequence[Entry], *, baseline: int, contexts: Mapping[str, Context]
) -> Across | None:
    """None where every column shares a load with the baseline.

    Where the baseline has no result, the first column that has one stands in.
    """
    tested = [entry for entry in entries if entry.rows]
    base = next(iter([e for e in (entries[baseline], *tested) if e.rows]), None)
    others = [e for e in tested if base and not base.rows.keys() & e.rows.keys()]
    if base is None or not others:
        return None
    loads = {each.key: _contexts(each, contexts) for each in (base, *others)}
    chosen = _closest(loads, base.key)
    columns = tuple(_column(entry, chosen.get(entry.key)) for entry in entries)
    shown = [contexts[column[0].id] for column in columns if column]
    return Across(columns=columns, finding=_finding(shown))


def _contexts(entry: Entry, contexts: Mapping[str, Context]) -> dict[Load, Context]:
    return {load: contexts[row.id] for load, row in entry.rows.items()}


def _column(entry: Entry, load: Load | None) -> Column:
    return (entry.rows[load], entry.results[load]) if load else None


def _closest(
    loads: Mapping[str, Mapping[Load, Context]], baseline: str
) -> dict[str, Load]:
    """By column: the baseline's load that is nearest to all, and theirs nearest to it."""
    others = [key for key in loads if key != baseline]

    def nearest(key: str, own: Load) -> tuple[Distance, Load]:
        base = loads[baseline][own]
        far = {load: _distance(base, other) for load, other in loads[key].items()}
        load = min(far, key=lambda each: (far[each], each.order))
        return far[load], load

    def from_all(own: Load) -> Distance:
        return tuple(map(sum, zip(*(nearest(k, own)[0] for k in others), strict=True)))

    own = min(loads[baseline], key=lambda each: (from_all(each), each.order))
    return {baseline: own, **{key: nearest(key, own)[1] for key in others}}


def _distance(one: Context, other: Context) -> Distance:
    parts = [float(RULES[code].judge(one, other).differs) for code in PARTING]
    shares = (one.data_over_memory, other.data_over_memory)
    known = [share for share in shares if share]
    return *parts, abs(log(known[0] / known[1])) if len(known) == 2 else inf


def _finding(shown: Sequence[Context]) -> Finding:
    return Difference(
        code=CLOSEST_LOADS,
        severity=Severity.NOTE,
        results=tuple(context.id for context in shown),
        contexts=tuple(shown),
        names=names_of(shown),
    )


def label_across(results: Sequence[Result]) -> str:
    """What the line of columns that were loaded in different ways is called.

    ``Different workloads: OLTP read/write (disk I/O) vs Legacy OLTP (regime unknown)``.
    Where no more is known to differ than that one has no regime, it is not called so.
    """
    loads = loads_with_regimes([(each.workload, each.regime) for each in results])
    kinds = {(each.workload, each.variant, each.hot_records) for each in results}
    known = {each.regime for each in results if each.regime}
    if len(kinds) == 1 and len(known) < 2:
        return loads[0]
    if len(loads) == 1:
        return _("Different loads: %(load)s") % {"load": loads[0]}
    return _("Different workloads: %(loads)s") % {"loads": " vs ".join(loads)}


def loads_with_regimes(loads: Sequence[tuple[str, str | None]]) -> list[str]:
    """``OLTP read/write (cached, regime unknown)``: each workload with its own regimes.

    Without them where none is known at all.
    """
    regimes: dict[str, dict[str, None]] = {}
    for workload, regime in loads:
        word = str(Regime(regime).label) if regime else _("regime unknown")
        regimes.setdefault(workload_label(workload), {})[word] = None
    is_known = any(regime for _workload, regime in loads)
    return [
        f"{label} ({', '.join(found)})" if is_known else label
        for label, found in regimes.items()
    ]
