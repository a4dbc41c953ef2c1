"""How far apart the sides of a split are, and how far chance alone sets them.

Figures are ranked. ``contrasts.csv`` has, for each number of ``figures``, the contrast that
the strongest split of the ``whole`` and that of its ``parts`` pass in no more than
``PASSING`` of ``ORDERS`` random orders. Finding it takes a tenth of a second, which a page of
many series has not.
"""

import csv
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

FILE = Path(__file__).with_name("contrasts.csv")
SIGNIFICANCE = 0.02
FEWEST_A_SIDE = 3  # so that two outliers in a row are no level of their own
ORDERS = 999  # random ones that a split is held against; always the same
STEP = 2**-0.5  # each round of intervals is shorter by this, and shifted by half of it
# Two searches, of the whole and of its parts, share what both may find by chance.
PASSING = round(SIGNIFICANCE / 2 * (1 + ORDERS)) - 1
# The file's last digit; sums of ranks are rounded, and equal ones shall count as equal.
ROUNDING = 1e-6

Numbers = NDArray[np.float64]
Places = NDArray[np.intp]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Splits:
    """Every place in each of some intervals of ``count`` figures that may split it."""

    count: int
    starts: Places
    middles: Places
    ends: Places

    @classmethod
    def of(cls, count: int, intervals: Sequence[tuple[int, int]]) -> Self:
        places = [
            np.arange(start + FEWEST_A_SIDE, end - FEWEST_A_SIDE + 1, dtype=np.intp)
            for start, end in intervals
        ]
        edges = np.array(intervals, dtype=np.intp).repeat(
            [each.size for each in places], axis=0
        )
        starts, ends = edges.T
        return cls(
            count=count, starts=starts, middles=np.concatenate(places), ends=ends
        )

    def contrasts(self, ranks: Numbers) -> Numbers:
        """How far the mean ranks of both sides are apart, each in its own interval.

        Weighted so that all have the same variance while nothing changes.
        """
        sums = np.concatenate(([0.0], np.cumsum(ranks)))
        left, right = self.middles - self.starts, self.ends - self.middles
        lefts = sums[self.middles] - sums[self.starts]
        rights = sums[self.ends] - sums[self.middles]
        weights = np.sqrt(left * right * (left + right))
        contrasts: Numbers = np.abs(lefts * right - rights * left) / weights
        return contrasts


def ranks_of(values: Sequence[float]) -> Numbers | None:
    """Ranks of mean 0 and variance 1; equal figures share one, all of them have none."""
    _each, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks: Numbers = (np.cumsum(counts) - (counts - 1) / 2)[places]
    spread = ranks.std()
    return None if spread == 0 else (ranks - ranks.mean()) / spread


@lru_cache(maxsize=512)
def whole(count: int) -> Splits:
    return Splits.of(count, [(0, count)])


@lru_cache(maxsize=512)
def parts(count: int) -> Splits:
    """Of the whole and, round by round, of shorter intervals that overlap by half."""
    intervals = {(0, count)}
    length = float(count)
    while (length := length * STEP) >= 2 * FEWEST_A_SIDE:
        number = 2 * math.ceil(count / length) - 1
        for start in np.linspace(0, count - length, number):
            end = min(count, math.ceil(start + length))
            intervals.add((math.floor(start), end))
    return Splits.of(count, sorted(intervals))


@lru_cache(maxsize=512)
def critical(count: int) -> tuple[float, float]:
    """What a split of the whole, and one of its parts, must pass to be no chance."""
    found = _written().get(count)
    return found or (by_chance(whole(count)), by_chance(parts(count)))


def by_chance(splits: Splits) -> float:
    """Found anew: the contrast that no more than ``PASSING`` random orders pass."""
    chance = np.random.default_rng(splits.count)
    ranks = ranks_of(range(splits.count))
    if ranks is None:  # of a single figure, which nobody splits
        return math.inf
    strongest = [
        splits.contrasts(chance.permutation(ranks)).max() for _ in range(ORDERS)
    ]
    return float(np.sort(strongest)[-1 - PASSING])


@cache
def _written() -> dict[int, tuple[float, float]]:
    with FILE.open() as lines:
        return {
            int(row["figures"]): (float(row["whole"]), float(row["parts"]))
            for row in csv.DictReader(lines)
        }
