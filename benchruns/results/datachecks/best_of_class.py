"""Submitted figures against the best that others measured of their class.

No upload has a server's counters: its regime is the submitter's word. Where the vendor's own
figure of the class under the same load is lower, or the one that was measured here, the word
alone is no proof. Sizes are one, of a cached load: data well within the buffer is read from it.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Window
from django.db.models.functions import RowNumber

from benchruns.engines import ENGINES
from benchruns.figures.metrics import LEADING_SPEEDS
from benchruns.findings import Finding, doubt_of
from benchruns.models import Result
from benchruns.models.results import ResultQuerySet
from benchruns.results.datachecks import far_above
from benchruns.results.row import data_size
from benchruns.units import GB
from benchruns.vocabulary import Doubt, Provenance, Regime, Severity

CODE = "above_best_of_class"
_CODES = frozenset({CODE, far_above.CODE})
LOAD = (
    *("instance_class", "engine", "engine_version"),
    *("workload", "variant", "regime"),
)
NOBODY = AnonymousUser()
# Of the buffer, as the preset of a cached load has it: the rest holds indexes, undo and what
# the tables grow by.
WELL_WITHIN = 0.5


class Best(NamedTuple):
    """The highest figure of a class under one load that no submitter brought."""

    tps: float
    provenance: str
    result_id: UUID


def refresh(results: ResultQuerySet) -> int:
    """Mark the submitted ones of these results anew; how many changed.

    To be called in a transaction. Rows are locked in the order of their keys.
    """
    submitted = results.filter(provenance=Provenance.SUBMITTED).order_by("pk")
    rows = list(submitted.select_for_update(no_key=True))
    best = _best({row.instance_class_id for row in rows if row.instance_class_id})
    published = far_above.vendor_rows(rows)
    changed = []
    for row in rows:
        if not _is_whole(row):
            continue
        findings = [each for each in row.findings if each.get("code") not in _CODES]
        known = best.get(_load(row))
        is_above = known is not None and row.tps is not None and row.tps > known.tps
        if known and is_above and not _is_shown_cached(row):
            findings.append(_mark(row, known).as_dict())
        if far := far_above.mark(row, published):
            findings.append(far.as_dict())
        if findings != row.findings:
            row.findings, row.doubt = findings, doubt_of(findings)
            changed.append(row)
    Result.objects.bulk_update(changed, ["findings", "doubt"])
    return len(changed)


def refresh_beside(published: ResultQuerySet) -> int:
    """Those of the providers of these rows, which change: a larger class counts as well.

    What changes of their own class is looked at with its summary.
    """
    providers = published.order_by().values("provider").distinct()
    return refresh(Result.objects.filter(provider__in=providers))


def _load(row: Result) -> tuple[object, ...]:
    values = (getattr(row, name) for name in LOAD[1:])
    return (row.instance_class_id, *values)


def _best(class_ids: Collection[UUID]) -> Mapping[tuple[object, ...], Best]:
    """By load; a figure that is doubted itself is held against none. One query."""
    if not class_ids:
        return {}
    own = (
        Result.objects.visible_to(NOBODY)
        .counted()
        .filter(instance_class__in=class_ids, tps__isnull=False, regime__isnull=False)
        .exclude(provenance=Provenance.SUBMITTED)
        .exclude(doubt=Doubt.FIGURE)
        .order_by()
    )
    place = Window(RowNumber(), partition_by=list(LOAD), order_by=["-tps", "pk"])
    first = own.annotate(place=place).filter(place=1)
    return {
        tuple(load): Best(tps, provenance, pk)
        for *load, tps, provenance, pk in first.values_list(
            *LOAD, "tps", "provenance", "pk"
        )
    }


def _is_whole(row: Result) -> bool:
    """A damaged row is left as it is: its class has others."""
    stored = row.findings
    speeds = (getattr(row, name) for name in LEADING_SPEEDS)
    has_figures = all(each is None or isinstance(each, int | float) for each in speeds)
    return (
        has_figures
        and isinstance(stored, list)
        and all(isinstance(each, dict) for each in stored)
    )


def _is_shown_cached(row: Result) -> bool:
    """Against the buffer, else the share of memory that one usually has.

    Of no other regime: data above the memory may have a small part that is read.
    """
    data_bytes, _is_estimate = data_size(row)
    if row.regime != Regime.CACHED or not data_bytes:
        return False
    usual = (row.memory_gb or 0) * GB * ENGINES[row.engine].family.assumed_buffer_share
    return data_bytes <= WELL_WITHIN * (row.buffer_bytes or usual)


def _lacking(row: Result) -> list[str]:
    """Which sizes would show that it is cached; none where those that are known do not."""
    if row.regime != Regime.CACHED:
        return []
    data_bytes, _is_estimate = data_size(row)
    room = row.buffer_bytes or (row.memory_gb or 0) * GB
    if data_bytes and room and data_bytes >= room:
        return []
    known = {"data": data_bytes, "buffer": row.buffer_bytes}
    return [name for name, size in known.items() if not size]


def _mark(row: Result, best: Best) -> Finding:
    return Finding(
        code=CODE,
        severity=Severity.CAUTION,
        results=(str(best.result_id),),
        values={
            "regime": row.regime,
            "tps": best.tps,
            "provenance": best.provenance,
            "lacks": _lacking(row),
        },
    )
