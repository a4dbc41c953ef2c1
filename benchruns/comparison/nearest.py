"""The published rows that a measured result is held against first."""

import re
from collections.abc import Sequence, Set
from math import inf, log2

from django.db.models import QuerySet

from benchruns.comparison.fairness.context import Context
from benchruns.comparison.fairness.other_tests import other_tests
from benchruns.comparison.fairness.results import contexts_of
from benchruns.engines import ENGINES
from benchruns.models import Result

MOST = 3  # beside one's own: a banner of more columns is read by nobody
_NUMBERS = re.compile(r"\d{1,4}")


def nearest_published(result: Result) -> list[str]:
    """Ids of the nearest rows, the nearest first; none where no paper has its load.

    The row that it reproduces is the first, in doubt or not.
    """
    rows = published_of_load(result).select_related(
        "instance_class", "provider", "campaign"
    )
    own, *published = contexts_of([result, *rows])
    doubted = {str(row.pk) for row in rows if row.doubt}
    found = [row.id for row in nearest(own, published, doubted=doubted)]
    reproduced = [str(row.pk) for row in rows if row.pk == result.reproduces_id]
    return list(dict.fromkeys([*reproduced, *found]))[:MOST]


def published_of_load(result: Result) -> QuerySet[Result]:
    """Rows of papers with the same load, of engines that one tool speaks to alike."""
    family = ENGINES[result.engine].family
    alike = [name for name, each in ENGINES.items() if each.family == family]
    return Result.objects.of_papers().filter(
        engine__in=alike, workload=result.workload, variant=result.variant
    )


def nearest(
    own: Context,
    published: Sequence[Context],
    *,
    doubted: Set[str] = frozenset(),
    most: int = MOST,
) -> list[Context]:
    """Of the same engine, version and regime first, then of the closest size.

    A row of another test is taken only where all are, one that is none beside a nearer row
    is left out, and of those that are left one whose id is in ``doubted`` is taken only
    where its engine has no proven one: then the comparison says so.
    """
    one_test = [row for row in published if not other_tests([own, row], frozenset())]
    rows = one_test or published
    proven = {row.engine for row in rows if row.id not in doubted}
    kept = [row for row in rows if row.id not in doubted or row.engine not in proven]
    in_order = sorted(kept, key=lambda row: _distance(own, row))
    if not one_test:
        return in_order[:most]
    chosen: list[Context] = []
    for row in in_order:
        if len(chosen) == most:
            break
        if not other_tests([own, *chosen, row], frozenset()):
            chosen.append(row)
    return chosen


def _distance(own: Context, row: Context) -> tuple[object, ...]:
    is_other_engine = own.engine != row.engine
    return (
        is_other_engine,
        0 if is_other_engine else _apart_in_versions(own, row),
        own.regime != row.regime,
        _apart(own.vcpus, row.vcpus) + _apart(own.memory_gb, row.memory_gb),
        _apart(own.threads, row.threads),
        row.id,
    )


def _apart_in_versions(own: Context, row: Context) -> float:
    """How many release lines, as far as their numbers tell; one without is farthest."""
    if own.engine_version == row.engine_version:
        return 0
    here, there = _number(own.engine_version), _number(row.engine_version)
    return inf if here is None or there is None else abs(here - there)


def _number(version: str | None) -> float | None:
    """8.04 of 8.4, 10.11 of 10.11."""
    found = [int(each) for each in _NUMBERS.findall(version or "")]
    return found[0] + sum(found[1:2]) / 100 if found else None


def _apart(one: float | None, other: float | None) -> float:
    """In doublings; what is not known is farther than any."""
    if not one or not other:
        return inf
    return abs(log2(one / other))
