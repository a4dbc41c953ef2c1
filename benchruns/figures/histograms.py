"""Latency histograms as tools count them: kept whole, merged, and read as percentiles.

A percentile of several runs is that of all their transactions, which is found in their
added counts; a mean of percentiles is no percentile of anything.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from benchruns.figures.percentiles import percentile

US_A_MS = 1000
DIGITS = 3  # of a value that are left where there are too many buckets
MOST_BUCKETS = 20_000
# From where half of the transactions are done to the rarest that are told.
CURVE = (10, 25, 50, 75, 90, 95, 99, 99.5, 99.9, 99.95, 99.99, 99.999)
MEDIAN = 50

# What counted, as ``source``.
SYSBENCH, PGBENCH_LOG, HDR = "sysbench", "pgbench_log", "hdr"


@dataclass(frozen=True, slots=True, kw_only=True)
class Histogram:
    """Counts by value in microseconds, rising; ``source`` is what counted.

    ``share`` of the transactions were counted: below 1 for a log of a sample.
    """

    source: str
    buckets: tuple[tuple[int, int], ...]
    share: float = 1.0

    @classmethod
    def of_ms(
        cls,
        milliseconds: Iterable[tuple[float, int]],
        *,
        source: str,
        share: float = 1.0,
    ) -> Self | None:
        """Of (value in ms, count), as readers have it; None where nothing is counted."""
        counts: Counter[int] = Counter()
        for value, count in milliseconds:
            if count > 0:
                counts[round(value * US_A_MS)] += count
        if len(counts) > MOST_BUCKETS:
            counts = _coarser(counts)
        if not counts:
            return None
        return cls(source=source, buckets=tuple(sorted(counts.items())), share=share)

    @property
    def events(self) -> int:
        return sum(count for _value, count in self.buckets)

    @property
    def milliseconds(self) -> tuple[tuple[float, int], ...]:
        return tuple((value / US_A_MS, count) for value, count in self.buckets)

    def curve(self) -> Mapping[float, float]:
        """Milliseconds by percentile, each with a transaction beyond it at least."""
        events, buckets = self.events, self.milliseconds
        return {
            each: percentile(buckets, each)
            for each in CURVE
            if round(events * (100 - each), 6) >= 100 or each <= MEDIAN
        }


class Sum:
    """The transactions of several histograms as one, added one after the other."""

    def __init__(self) -> None:
        self.count = 0
        self._kinds: set[tuple[str, float]] = set()
        self._counts: Counter[int] = Counter()

    def add(self, histogram: Histogram) -> None:
        self.count += 1
        self._kinds.add((histogram.source, histogram.share))
        self._counts.update(dict(histogram.buckets))
        if len(self._counts) > MOST_BUCKETS:
            self._counts = _coarser(self._counts)

    @property
    def whole(self) -> Histogram | None:
        """None of none, and where they cannot be added: counted by other means or in other
        shares, so that one of them would weigh more than its transactions."""
        if len(self._kinds) != 1:
            return None
        ((source, share),) = self._kinds
        return Histogram(
            source=source, share=share, buckets=tuple(sorted(self._counts.items()))
        )


def _coarser(counts: Counter[int]) -> Counter[int]:
    """Of three digits each: within 1 %."""
    found: Counter[int] = Counter()
    for value, count in counts.items():
        step = 10 ** max(0, len(str(value)) - DIGITS)
        found[value // step * step] += count
    return found
