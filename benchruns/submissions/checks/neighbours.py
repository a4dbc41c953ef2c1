"""What stands beside the results of a submission: rows of the same class and load."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from benchruns.comparison import fairness
from benchruns.comparison.fairness.context import Context
from benchruns.comparison.fairness.results import contexts_of
from benchruns.comparison.figures.lines import COMPARED
from benchruns.findings import Finding
from benchruns.models import Result, Submission
from benchruns.results.readable import only_readable
from benchruns.results.repeats import SHOWN
from benchruns.results.row import data_size
from benchruns.vocabulary import Provenance

MOST = 6  # beside one result
_MOST_OF_CLASSES = _MOST_OF_PAPERS = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """A public row; ``ratios`` are the submitted figure over its own, by figure.

    A figure that measures something else in the two has no ratio.
    """

    result: Result
    ratios: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """The closest rows of one result, and what makes the first one an unfair match."""

    neighbours: tuple[Neighbour, ...] = ()
    findings: tuple[Finding, ...] = ()


def candidates(submission: Submission, results: Sequence[Result]) -> list[Result]:
    """Public rows of the same engines and loads: those of the classes, and published ones.

    What anybody sees, so that a check finds the same for everybody. Where there are more than
    can be looked at, the newest of both; of published ones those of the classes first, then
    those of the results' versions. At most four queries.
    """
    if not results:
        return []
    classes = {r.instance_class_id for r in results if r.instance_class_id}
    versions = {result.engine_version for result in results}
    rows = (
        Result.objects.visible_to(AnonymousUser())
        .counted()
        .filter(engine__in={result.engine for result in results})
        .filter(workload__in={result.workload for result in results})
        .exclude(submission=submission)
    )
    is_published, of_classes = (
        Q(provenance=Provenance.PUBLISHED),
        Q(instance_class__in=classes),
    )
    others = rows.filter(is_published).exclude(of_classes)
    found = _newest(rows.filter(of_classes).exclude(is_published), _MOST_OF_CLASSES)
    room = _MOST_OF_PAPERS
    for part in (
        rows.filter(is_published, of_classes),
        others.filter(engine_version__in=versions),
        others.exclude(engine_version__in=versions),
    ):
        papers = _newest(part, room)
        found += papers
        room -= len(papers)
        if not room:
            break
    return found


def _newest(rows: QuerySet[Result], most: int) -> list[Result]:
    return only_readable(
        rows.select_related(*SHOWN).order_by("-created_at", "-pk")[:most]
    ).rows


def of_class(result: Result, rows: Sequence[Result]) -> list[Result]:
    """Those of its class under its load, the closest first."""
    alike = [
        row
        for row in rows
        if result.instance_class_id is not None
        and row.instance_class_id == result.instance_class_id
        and is_of_load(result, row)
    ]
    return sorted(alike, key=lambda row: _distance(result, row))[:MOST]


def is_of_load(result: Result, row: Result) -> bool:
    """The same workload and regime; one that is not determined fits both."""
    return (
        row.engine == result.engine
        and row.workload == result.workload
        and row.variant == result.variant
        and (result.regime is None or row.regime in (None, result.regime))
    )


def beside(results: Sequence[Result], rows: Sequence[Result]) -> dict[UUID, Beside]:
    """By result; two queries for all."""
    near = {result.pk: of_class(result, rows) for result in results}
    every = {row.pk: row for found in near.values() for row in found}
    shown = [result for result in results if near[result.pk]]
    contexts = _contexts([*shown, *every.values()])
    return {result.pk: _beside(result, near[result.pk], contexts) for result in results}


def _contexts(results: Sequence[Result]) -> dict[Any, Context]:
    found = contexts_of(results) if results else []
    return {r.pk: context for r, context in zip(results, found, strict=True)}


def _beside(
    result: Result, rows: Sequence[Result], contexts: Mapping[Any, Context]
) -> Beside:
    if not rows:
        return Beside()
    pair = [contexts[result.pk], contexts[rows[0].pk]]
    return Beside(
        neighbours=tuple(
            Neighbour(result=row, ratios=_ratios(result, row, contexts)) for row in rows
        ),
        findings=tuple(fairness.find(pair, baseline=str(rows[0].pk))),
    )


def _ratios(
    result: Result, row: Result, contexts: Mapping[Any, Context]
) -> dict[str, float]:
    base = str(row.pk)
    pair = [contexts[result.pk], contexts[row.pk]]
    refused = {refusal.figure for refusal in fairness.refusals(pair, baseline=base)}
    found = {}
    for name in COMPARED:
        ours, theirs = getattr(result, name), getattr(row, name)
        if name not in refused and ours is not None and theirs:
            found[name] = ours / theirs
    return found


def _distance(result: Result, row: Result) -> tuple[bool, bool, bool, float, int, str]:
    """The same version, the same regime and a published row come first.

    Of those the one on the most alike data: a report seldom says its regime.
    """
    threads = abs((row.threads or 0) - (result.threads or 0))
    return (
        row.engine_version != result.engine_version,
        row.regime != result.regime,
        row.provenance != Provenance.PUBLISHED,
        _data_apart(result, row),
        threads,
        str(row.pk),
    )


def _data_apart(result: Result, row: Result) -> float:
    """How many times the larger of their data is the smaller, in logarithms of it."""
    ours, theirs = (data_size(each)[0] for each in (result, row))
    if not ours or not theirs:
        return math.inf
    return abs(math.log(ours / theirs))
