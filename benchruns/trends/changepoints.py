"""Change points: where a series of figures goes over to another level.

Figures are ranked, so that a single outlier weighs no more than its place. Seeded
binary segmentation (Kovács and others, 2023) looks at intervals of many lengths for the
split whose two sides differ most, and goes on within both sides. A split counts where
at most 2 % of the random orders of as many figures have one as strong
anywhere: the whole search is calibrated, not one comparison. What stays is a change of
medians of at least ``LEAST_CHANGE``; smaller ones are significant and of no use.
"""

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

import numpy as np

from benchruns.trends.contrasts import (
    FEWEST_A_SIDE,
    ROUNDING,
    critical,
    parts,
    ranks_of,
    whole,
)

LEAST_CHANGE = 0.05  # of the median before


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePoint:
    """The figure at ``index`` is the first of a new level; levels are medians."""

    index: int
    before: float
    after: float

    @property
    def percent(self) -> float | None:
        """Signed, of the level before; None where that is zero."""
        if self.before == 0:
            return None
        return 100 * (self.after - self.before) / self.before


def change_points(values: Sequence[float]) -> list[ChangePoint]:
    """In order; none where fewer than twice ``FEWEST_A_SIDE`` figures are given."""
    cuts = _settled(values, sorted(_cuts(values, 0, len(values))))
    edges = [0, *_telling(values, cuts), len(values)]
    levels = (
        [median(values[start:end]) for start, end in pairwise(edges)] if cuts else []
    )
    return [
        ChangePoint(index=index, before=before, after=after)
        for index, (before, after) in zip(edges[1:-1], pairwise(levels), strict=True)
    ]


def _cuts(values: Sequence[float], start: int, end: int) -> list[int]:
    """Where the figures from ``start`` to ``end`` change, in any order."""
    cut = _strongest(values[start:end])
    if cut is None:
        return []
    at = start + cut
    return [at, *_cuts(values, start, at), *_cuts(values, at, end)]


def _strongest(values: Sequence[float]) -> int | None:
    """The place of the strongest split, if it is significant.

    A lasting change shows best in the whole, one that passes in an interval of it.
    """
    count = len(values)
    if count < 2 * FEWEST_A_SIDE or (ranks := ranks_of(values)) is None:
        return None
    for splits, least in zip(
        (whole(count), parts(count)), critical(count), strict=True
    ):
        contrasts = splits.contrasts(ranks)
        place = int(np.argmax(contrasts))
        if contrasts[place] > least + ROUNDING:
            return int(splits.middles[place])
    return None


def _settled(values: Sequence[float], cuts: Sequence[int]) -> list[int]:
    """Each cut moved to where two levels fit the figures between its neighbours best.

    It was found by ranks, and in an interval that need not reach to its neighbours.
    """
    edges = [0, *cuts, len(values)]
    for place in range(1, len(edges) - 1):
        edges[place] = _best_fit(values, edges[place - 1], edges[place + 1])
    return edges[1:-1]


def _best_fit(values: Sequence[float], start: int, end: int) -> int:
    left = _misfits(values[start:end])
    right = _misfits(values[start:end][::-1])[::-1]
    places = range(start + FEWEST_A_SIDE, end - FEWEST_A_SIDE + 1)
    return min(places, key=lambda at: left[at - start] + right[at - start])


def _misfits(values: Sequence[float]) -> list[float]:
    """How far the first n figures are from their median, in all, for each n from 0.

    An outlier counts but once.
    """
    ordered: list[float] = []
    found = [0.0]
    for count, value in enumerate(values, start=1):
        insort(ordered, value)
        half = count // 2
        found.append(sum(ordered[count - half :]) - sum(ordered[:half]))
    return found


def _telling(values: Sequence[float], cuts: Sequence[int]) -> list[int]:
    """Without the cuts whose levels differ too little; the least goes first."""
    kept = list(cuts)
    while kept:
        edges = [0, *kept, len(values)]
        levels = [median(values[start:end]) for start, end in pairwise(edges)]
        changes = [
            abs(after - before) / abs(before) if before else float(after != before)
            for before, after in pairwise(levels)
        ]
        least = changes.index(min(changes))
        if changes[least] >= LEAST_CHANGE:
            break
        del kept[least]
    return kept
