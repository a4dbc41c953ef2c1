"""Repeats of a figure in numbers, and whether two sets of repeats differ.

Pure functions of plain values. The same values always get the same answer: the draws of
the bootstrap are fixed, and neither the order of the values nor which side is called the
base has a part in them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import NormalDist, quantiles

FEWEST_REPEATS = 5
FEWEST_FOR_QUARTILES = 4
CONFIDENCE = 0.95
POWER = 0.8

# Half an interval reaches what chance alone makes; so much further lies what a test of
# this confidence finds with this power. Simulated with 3 % noise, normal and with heavy
# tails, 5 to 20 a side, 81 to 88 % are found with the little more that is added.
NORMAL = NormalDist()
REACH = 1.08 * (1 + NORMAL.inv_cdf(POWER) / NORMAL.inv_cdf((1 + CONFIDENCE) / 2))


class Verdict(StrEnum):
    BETTER = "better"
    WORSE = "worse"
    NOT_DISTINGUISHABLE = "not_distinguishable"
    TOO_FEW_REPEATS = "too_few_repeats"


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """Repeats of one figure, in their order; quartiles are interpolated linearly."""

    values: tuple[float, ...]
    count: int
    median: float
    q1: float
    q3: float
    lowest: float
    highest: float

    @property
    def has_quartiles(self) -> bool:
        """Of two or three values they would be told of what was never measured."""
        return self.count >= FEWEST_FOR_QUARTILES

    @property
    def quartiles(self) -> dict[str, float | None]:
        """As programs are told; null of so few values as have none."""
        has = self.has_quartiles
        return {"q1": self.q1 if has else None, "q3": self.q3 if has else None}

    @property
    def iqr(self) -> float:
        return self.q3 - self.q1


@dataclass(frozen=True, slots=True, kw_only=True)
class RatioVerdict:
    """How ``other`` stands to ``base``.

    ``ratio`` is the median of ``other`` over that of ``base``; ``low`` and ``high`` are
    the ends of its 95 % interval. Each is None where it is not known: a ratio to a
    median of 0, an interval of fewer than five repeats a side, an end without bound.
    ``detectable`` is what ``minimum_detectable`` says of this interval.
    """

    ratio: float | None
    low: float | None
    high: float | None
    verdict: Verdict
    base: Summary
    other: Summary
    detectable: float | None


def summary(values: Sequence[float]) -> Summary:
    """Raises ValueError for no values, and for such as no figure can have."""
    if not values:
        raise ValueError("A summary needs at least one value.")
    if not all(math.isfinite(value) and value >= 0 for value in values):
        raise ValueError("Repeats of a figure are finite numbers, 0 or more.")
    q1, median, q3 = (
        quantiles(values, method="inclusive") if len(values) > 1 else [*values] * 3
    )
    return Summary(
        values=tuple(values),
        count=len(values),
        median=median,
        q1=q1,
        q3=q3,
        lowest=min(values),
        highest=max(values),
    )


def compare(
    base: Sequence[float], other: Sequence[float], *, higher_is_better: bool
) -> RatioVerdict:
    """Whether ``other`` is better or worse than ``base``, by their repeats.

    The verdict is "too few" below five repeats a side, and "not distinguishable" where
    the 95 % interval of the ratio of medians (bootstrap, percentile method) includes 1.
    Simulated with no difference and noise of 3 %, normal, skewed or with heavy tails, 5
    to 20 a side, it says better or worse in 2 to 5 % of comparisons.
    """
    first, second = summary(base), summary(other)
    low: float | None = None
    high: float | None = None
    if min(first.count, second.count) < FEWEST_REPEATS:
        interval: tuple[float, float] | None = None
    else:
        from benchruns.figures.bootstrap import interval_of_share  # a second to load

        interval = interval_of_share(first.values, second.values)
        low, high = (_ratio_of_share(share) for share in interval)
    return RatioVerdict(
        ratio=_ratio(first.median, second.median),
        low=low,
        high=high,
        verdict=_verdict(interval, higher_is_better=higher_is_better),
        base=first,
        other=second,
        detectable=minimum_detectable(low, high),
    )


def minimum_detectable(low: float | None, high: float | None) -> float | None:
    """The smallest true difference that repeats like these are enough to find.

    As a share of the base (0.08 is 8 %): with an interval as wide as the one from
    ``low`` to ``high``, 80 % of comparisons of figures that differ so much say better
    or worse, not less. It follows from the interval, so it cannot contradict the
    verdict by a spread that the medians do not have. None for an interval without
    bound, or without width: repeats that are all equal.
    """
    if not low or high is None or high <= low:
        return None
    half = math.log(high / low) / 2
    return math.expm1(REACH * half)


def _verdict(
    interval: tuple[float, float] | None, *, higher_is_better: bool
) -> Verdict:
    if interval is None:
        return Verdict.TOO_FEW_REPEATS
    low, high = interval
    if low <= 0.5 <= high:  # a share of one half is a ratio of 1
        return Verdict.NOT_DISTINGUISHABLE
    is_higher = low > 0.5
    return Verdict.BETTER if is_higher == higher_is_better else Verdict.WORSE


def _ratio(base: float, other: float) -> float | None:
    if base == other:
        return 1.0
    return other / base if base else None


def _ratio_of_share(share: float) -> float | None:
    return share / (1 - share) if share < 1 else None
