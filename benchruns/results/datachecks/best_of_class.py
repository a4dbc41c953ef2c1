"""Submitted figures against the best that others measured of their class.

No upload has a server's counters: its regime is the submitter's word. Where the vendor's own
figure of the class under the same load is lower, or the one that was measured here, the word
alone is no proof.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Window
from django.db.models.functions import RowNumber

from benchruns.findings import Finding, doubt_of
from benchruns.models import Result
from benchruns.models.results import ResultQuerySet
from benchruns.vocabulary import Doubt, Provenance, Severity

CODE = "above_best_of_class"
LOAD = (
    *("instance_class", "engine", "engine_version"),
    *("workload", "variant", "regime"),
)
NOBODY = AnonymousUser()


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
    changed = []
    for row in rows:
        if not _is_whole(row):
            continue
        findings = [each for each in row.findings if each.get("code") != CODE]
        known = best.get(_load(row))
        if known and row.regime and row.tps is not None and row.tps > known.tps:
            findings.append(_mark(row.regime, known).as_dict())
        if findings != row.findings:
            row.findings, row.doubt = findings, doubt_of(findings)
            changed.append(row)
    Result.objects.bulk_update(changed, ["findings", "doubt"])
    return len(changed)


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
    has_figure = row.tps is None or isinstance(row.tps, int | float)
    return (
        has_figure
        and isinstance(stored, list)
        and all(isinstance(each, dict) for each in stored)
    )


def _mark(regime: str, best: Best) -> Finding:
    return Finding(
        code=CODE,
        severity=Severity.CAUTION,
        results=(str(best.result_id),),
        values={"regime": regime, "tps": best.tps, "provenance": best.provenance},
    )
