"""Change points: where a series of figures goes over to another level.

Figures are ranked, so that a single outlier weighs no more than its place. Seeded
binary segmentation (Kovács and others, 2023) looks at intervals of many lengths for the
split whose two sides differ most, and goes on within both sides. A split counts where
at most ``SIGNIFICANCE`` of the random orders of as many figures have one as strong
anywhere: the whole search is calibrated, not one comparison. What stays is a change of
medians of at least ``LEAST_CHANGE``; smaller ones are significant and of no use.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from statistics import median
from typing import Self

import numpy as np
from numpy.typing import NDArray

SIGNIFICANCE = 0.02
LEAST_CHANGE = 0.05  # of the median before
FEWEST_A_SIDE = 3  # so that two outliers in a row are no level of their own
ORDERS = 999  # random ones that a split is held against; always the same
STEP = 2**-0.5  # each round of intervals is shorter by this, and shifted by half of it

Numbers = NDArray[np.float64]
Places = NDArray[np.intp]


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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Splits:
    """Every place in each of some intervals of ``count`` figures that may split it."""

    count: int
    starts: Places
    middles: Places
    ends: Places

    @classmethod
    def of(cls, count: int, intervals: Sequence[tuple[int, int]]) -> Self:
        found = [
            (start, middle, end)
            for start, end in intervals
            for middle in range(start + FEWEST_A_SIDE, end - FEWEST_A_SIDE + 1)
        ]
        starts, middles, ends = np.array(found, dtype=np.intp).reshape(-1, 3).T
        return cls(count=count, starts=starts, middles=middles, ends=ends)


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
    if count < 2 * FEWEST_A_SIDE or (ranks := _ranks(values)) is None:
        return None
    for splits in (_whole(count), _splits(count)):
        contrasts = _contrasts(ranks, splits)
        place = int(np.argmax(contrasts))
        # Sums of ranks are rounded differently: equal ones shall count as equal.
        stronger = _of_random_orders(splits) >= contrasts[place] - 1e-9
        if (1 + np.count_nonzero(stronger)) / (1 + ORDERS) <= SIGNIFICANCE / 2:
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
    places = range(start + FEWEST_A_SIDE, end - FEWEST_A_SIDE + 1)
    return min(
        places, key=lambda at: _misfit(values[start:at]) + _misfit(values[at:end])
    )


def _misfit(values: Sequence[float]) -> float:
    """How far figures are from their median, in all; an outlier counts but once."""
    return float(np.abs(np.asarray(values) - np.median(values)).sum())


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


def _ranks(values: Sequence[float]) -> Numbers | None:
    """Ranks of mean 0 and variance 1; None where all figures are the same."""
    # Loading it takes a second, which a web server need not spend to start.
    from scipy.stats import rankdata

    ranks: Numbers = np.asarray(rankdata(values), dtype=np.float64)
    spread = ranks.std()
    return None if spread == 0 else (ranks - ranks.mean()) / spread


def _contrasts(ranks: Numbers, splits: Splits) -> Numbers:
    """How far the mean ranks of both sides are apart, each split in its own interval.

    Weighted so that all have the same variance while nothing changes.
    """
    sums = np.concatenate(([0.0], np.cumsum(ranks)))
    starts, middles, ends = splits.starts, splits.middles, splits.ends
    left, right = middles - starts, ends - middles
    lefts, rights = sums[middles] - sums[starts], sums[ends] - sums[middles]
    weights = np.sqrt(left * right * (left + right))
    contrasts: Numbers = np.abs(lefts * right - rights * left) / weights
    return contrasts


@lru_cache(maxsize=1024)
def _of_random_orders(splits: Splits) -> Numbers:
    """The strongest contrast in each of ``ORDERS`` random orders of as many ranks."""
    chance = np.random.default_rng(splits.count)
    ranks = _ranks(range(splits.count))
    if ranks is None:  # of a single figure, which nobody splits
        return np.zeros(ORDERS)
    return np.array(
        [_contrasts(chance.permutation(ranks), splits).max() for _ in range(ORDERS)]
    )


@lru_cache(maxsize=512)
def _whole(count: int) -> Splits:
    return Splits.of(count, [(0, count)])


@lru_cache(maxsize=512)
def _splits(count: int) -> Splits:
    """Of the whole and, round by round, of shorter intervals that overlap by half."""
    intervals = {(0, count)}
    length = float(count)
    while (length := length * STEP) >= 2 * FEWEST_A_SIDE:
        number = 2 * math.ceil(count / length) - 1
        for start in np.linspace(0, count - length, number):
            end = min(count, math.ceil(start + length))
            intervals.add((math.floor(start), end))
    return Splits.of(count, sorted(intervals))
