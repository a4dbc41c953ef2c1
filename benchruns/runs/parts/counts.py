"""The histogram of a part, as its row keeps it."""

from collections.abc import Mapping
from typing import Any

from benchruns.figures.histograms import Histogram


def counts_of(histogram: Histogram | None) -> dict[str, Any]:
    """As ``RunPart.counts`` keeps it; empty for none."""
    if histogram is None:
        return {}
    return {
        "source": histogram.source,
        "share": histogram.share,
        "buckets": [list(each) for each in histogram.buckets],
    }


def histogram_of(counts: Mapping[str, Any]) -> Histogram | None:
    """What ``counts_of`` made."""
    if not counts:
        return None
    return Histogram(
        source=counts["source"],
        share=counts["share"],
        buckets=tuple((value, count) for value, count in counts["buckets"]),
    )
