"""The latencies of a result by percentile, and those of its repeats as one."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from benchruns.figures.histograms import Histogram, Sum
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
    """By result, in one query; ``repeats`` by result, where it has some.

    One row is held at a time: a result may have hundreds of repeats.
    """
    counted = {
        result.pk: tuple(each.pk for each in repeats[result.pk].counted)
        if result.pk in repeats
        else ()
        for result in results
    }
    sums = {group: Sum() for group in counted.values()}
    groups = defaultdict(list)
    for group, found in sums.items():
        for pk in group:
            groups[pk].append(found)
    own: dict[UUID, Histogram] = {}
    for row in Row.objects.filter(pk__in={*counted, *groups}).iterator(chunk_size=1):
        counts = row.counts
        if row.pk in counted:
            own[row.pk] = counts
        for found in groups[row.pk]:
            found.add(counts)
    return {
        pk: _of(own.get(pk), sums[group], len(group)) for pk, group in counted.items()
    }


def _of(own: Histogram | None, together: Sum, counted: int) -> Latencies:
    return Latencies(
        own=own,
        together=together.whole if together.count > 1 else None,
        counted=together.count,
        lacking=counted - together.count,
    )
