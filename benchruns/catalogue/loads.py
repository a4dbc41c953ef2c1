"""The loads whose best figures a class is shown and chosen by."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from benchruns.vocabulary import Regime
from benchruns.workloads import WORKLOADS


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """Which results a best figure is looked for in, and which of their figures it is.

    Without a ``regime`` every one counts.
    """

    figure: str
    workload: str
    regime: Regime | None = None


LOADS: Mapping[str, Load] = {
    best.key: Load(figure=best.figure, workload=workload.name, regime=best.regime)
    for workload, best in sorted(
        ((each, best) for each in WORKLOADS.values() for best in each.best),
        key=lambda pair: pair[1].rank,
    )
}

# In this order: a summary that is kept has a bit for each.
FLAGS = ("cached", "disk_io", "legacy", "measured")
# What is kept of a class beside its summary.
BESIDE = (
    *("fastest, of any version as well", "ranks of like durations"),
    "claims above the best of a class that no size shows",
    "doubts of a row apart from those of its ratios",
    "figures far above the vendor's own",
)
# Another one where a release has other loads, or keeps more: what is kept of older ones does
# not hold.
MADE_FOR = hashlib.sha256(
    repr((sorted(LOADS.items()), FLAGS, BESIDE)).encode()
).hexdigest()[:16]
