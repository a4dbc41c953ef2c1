"""Percentiles from a latency histogram, such as sysbench prints with ``--histogram``.

sysbench sorts every latency into one of 1,024 buckets spaced evenly on a logarithmic
scale from 0.001 ms to 100,000 ms, to the nearest one. Neighbours differ by 1.8 %, so
the printed value, which stands for its whole bucket, is within 0.9 % of any latency in
it; it is printed to 0.001 ms. Latencies off the scale are counted in its end buckets.
"""

import math
from collections.abc import Sequence

FIGURES = {
    50.0: "latency_p50_ms",
    90.0: "latency_p90_ms",
    95.0: "latency_p95_ms",
    99.0: "latency_p99_ms",
    99.9: "latency_p999_ms",
}


def percentile(histogram: Sequence[tuple[float, int]], p: float) -> float:
    """The value in ms of the bucket that holds the ``p``-th percentile.

    Counts as sysbench itself does, so it agrees with the percentile of its report.
    """
    if not 0 < p <= 100:
        raise ValueError(f"a percentile lies above 0 and up to 100, not {p}")
    total = sum(count for _value, count in histogram)
    if total < 1:
        raise ValueError("a histogram without events has no percentiles")
    wanted = max(1, math.floor(total * p / 100 + 0.5))
    reached = 0
    for value, count in sorted(histogram):
        reached += count
        if reached >= wanted:
            return value
    raise AssertionError("the counts add up to the total")  # pragma: no cover
