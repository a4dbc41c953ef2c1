"""What a part measured, as its row keeps it."""

from typing import Any

from benchruns.figures.histograms import Histogram
from benchruns.figures.metrics import Figures
from benchruns.models import RunPart
from workers.tools.driver import Measured


def counts_of(histogram: Histogram | None) -> dict[str, Any]:
    """As ``RunPart.counts`` keeps it."""
    if histogram is None:
        return {}
    return {
        "source": histogram.source,
        "share": histogram.share,
        "buckets": [list(each) for each in histogram.buckets],
    }


def measured_of(part: RunPart) -> Measured:
    """What the part's row says of its measurement."""
    kept = part.counts
    return Measured(
        figures=Figures(**part.figures),
        histogram=Histogram(
            source=kept["source"],
            share=kept["share"],
            buckets=tuple((value, count) for value, count in kept["buckets"]),
        )
        if kept
        else None,
        facts=part.facts,
    )
