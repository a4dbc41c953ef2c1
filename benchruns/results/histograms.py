"""The latencies of a result by percentile, and those of its repeats as one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any
from uuid import UUID

from benchruns.figures.histograms import Histogram, merged
from benchruns.models import Histogram as Row
from benchruns.models import Result
from benchruns.results.repeats import Repeats


@dataclass(frozen=True, slots=True, kw_only=True)
class Latencies:
    """``own`` is the result's histogram, None where none is kept.

    ``together`` are all transactions of its ``counted`` repeats that have one; None
    where fewer than two have, or theirs cannot be added. ``lacking`` count as well,
    and have none.
    """

    own: Histogram | None
    together: Histogram | None
    counted: int
    lacking: int

    @property
    def best(self) -> Histogram | None:
        """What stands for the result beside others."""
        return self.together or self.own


def latencies_of(
    results: Sequence[Result], repeats: Mapping[Any, Repeats]
) -> dict[UUID, Latencies]:
    """By result, in one query; ``repeats`` by result, where it has some."""
    counted = {
        result.pk: [each.pk for each in repeats[result.pk].counted]
        if result.pk in repeats
        else []
        for result in results
    }
    rows = Row.objects.in_bulk({*counted, *chain.from_iterable(counted.values())})
    kept = {pk: row.counts for pk, row in rows.items()}
    return {pk: _of(pk, others, kept) for pk, others in counted.items()}


def _of(pk: UUID, counted: Sequence[UUID], kept: Mapping[UUID, Histogram]) -> Latencies:
    having = [kept[each] for each in counted if each in kept]
    return Latencies(
        own=kept.get(pk),
        together=merged(having) if len(having) > 1 else None,
        counted=len(having),
        lacking=len(counted) - len(having),
    )
