"""Latencies, kept in histograms that can be merged: 1 us to 1 h, three digits."""

import weakref
from collections.abc import Callable
from typing import Any

from hdrh.histogram import HdrHistogram

LONGEST_US = 3_600_000_000
DIGITS = 3
PERCENTILES = {"p50": 50.0, "p90": 90.0, "p95": 95.0, "p99": 99.0, "p999": 99.9}
US_A_MS = 1_000


def _empty() -> Any:  # an HdrHistogram
    return _without_cycle(HdrHistogram(1, LONGEST_US, DIGITS))


def _without_cycle(histogram: Any) -> Any:
    """Its encoder names it, so that its 190 kB would wait for the garbage collector."""
    histogram.encoder.histogram = weakref.proxy(histogram)
    return histogram


class Latencies:
    """Of transactions that ended well. It travels between processes in encoded form."""

    def __init__(self, histogram: Any = None, *, sum_us: int = 0) -> None:
        self._histogram = _empty() if histogram is None else histogram
        self._sum_us = sum_us  # so that the average is exact

    def record(self, seconds: float) -> None:
        microseconds = min(max(round(seconds * 1e6), 1), LONGEST_US)
        self._sum_us += microseconds
        self._histogram.record_value(microseconds)

    def add(self, other: "Latencies") -> None:
        if len(other):  # the library takes an empty one's minimum for 0
            self._sum_us += other._sum_us
            self._histogram.add(other._histogram)

    def __len__(self) -> int:
        return int(self._histogram.get_total_count())

    def percentile_ms(self, percentile: float) -> float | None:
        """None where there is none."""
        if not len(self):
            return None
        return _ms(self._histogram.get_value_at_percentile(percentile))

    def summary_ms(self) -> dict[str, float | None]:
        """min, avg, percentiles and max in milliseconds; None where there is none."""
        if not len(self):
            return dict.fromkeys(("min", "avg", *PERCENTILES, "max"))
        values = self._histogram.get_percentile_to_value_dict(
            list(PERCENTILES.values())
        )
        return {
            "min": _ms(self._histogram.get_min_value()),
            "avg": _ms(self._sum_us / len(self)),
            **{name: _ms(values[number]) for name, number in PERCENTILES.items()},
            "max": _ms(self._histogram.get_max_value()),
        }

    def encoded(self) -> str:
        """HdrHistogram's own encoding (V2, compressed) in base64; of microseconds."""
        return str(self._histogram.encode(), "ascii")

    def __reduce__(self) -> tuple[Callable[[str, int], "Latencies"], tuple[str, int]]:
        return decoded, (self.encoded(), self._sum_us)


def decoded(text: str, sum_us: int) -> Latencies:
    return Latencies(_without_cycle(HdrHistogram.decode(text)), sum_us=sum_us)


def _ms(microseconds: float) -> float:
    return round(microseconds / US_A_MS, 3)
