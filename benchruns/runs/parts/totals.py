"""What several generators measured at once, as one: added, or merged, never averaged.

Transactions of all of them are one load of the server, so that counts add up, and a rate is
of the time from the first beginning to the last end, as one tool has it of its threads
(pgbench.c: "the total duration computed here encompasses all transactions"): with a rate
limit a tool ends once its next transaction would come too late, and what it did in its own
shorter time is no rate of the whole. A percentile is that of all transactions, from the added
counts of their histograms; it is null where a histogram is missing.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from benchruns.figures import histograms
from benchruns.figures.histograms import Histogram
from benchruns.figures.metrics import COUNTS, Figures
from benchruns.figures.percentiles import FIGURES as PERCENTILES
from benchruns.figures.percentiles import percentile
from benchruns.figures.weights import weighted

RATES = (
    *("tps", "qps", "reads_per_s", "writes_per_s", "other_per_s"),
    *("errors_per_s", "reconnects_per_s"),
)
# What each generator reads of the server's own counters is all of it already.
OF_THE_SERVER = ("nopm", "tpm", "batch_requests_per_s")
ADDED_IN_SAMPLES = ("threads", *RATES)


def histogram(parts: Sequence[Histogram | None]) -> Histogram | None:
    """None where one is missing, or counted otherwise."""
    whole = histograms.Sum()
    for each in parts:
        if each is None:
            return None
        whole.add(each)
    return whole.whole


def figures(
    parts: Sequence[Figures],
    merged: Histogram | None,
    *,
    began_later_s: Sequence[float | None],
) -> Figures:
    """``merged`` is the histogram of all; the first part is the one whose word counts for
    the server's own counters. ``began_later_s`` is by how much each began later than it."""
    own = [each.duration_s for each in parts]
    whole = _duration(own, began_later_s)
    values = {name: _sum(getattr(each, name) for each in parts) for name in COUNTS}
    values |= {
        name: _rate([getattr(each, name) for each in parts], own, whole)
        for name in RATES
    }
    values |= {name: getattr(parts[0], name) for name in OF_THE_SERVER}
    values["latency_min_ms"] = _extreme(min, [each.latency_min_ms for each in parts])
    values["latency_max_ms"] = _extreme(max, [each.latency_max_ms for each in parts])
    values["duration_s"] = whole
    values["latency_avg_ms"] = weighted(
        (each.latency_avg_ms, each.transactions) for each in parts
    )
    if merged is not None:
        values |= {
            name: percentile(merged.milliseconds, p)
            for p, name in PERCENTILES.items()
            if all(getattr(each, name) is not None for each in parts)
        }
    return Figures(**values)


def sample(
    parts: Sequence[Mapping[str, Any]], *, has_percentiles: bool
) -> dict[str, Any]:
    """The same second of all. The latency of an interval is null where it is a
    percentile: two of them have no sum; a mean is weighted by transactions."""
    total = {name: _sum(each[name] for each in parts) for name in ADDED_IN_SAMPLES}
    latency = (
        None
        if has_percentiles
        else weighted((each["latency_ms"], each["tps"]) for each in parts)
    )
    return {**total, "latency_ms": latency}


def _duration(
    own: Sequence[float | None], began_later: Sequence[float | None]
) -> float | None:
    """From the first beginning to the last end. One whose beginning is not known is taken to
    have begun with the first part."""
    if any(seconds is None for seconds in own):
        return None
    begins = [later or 0.0 for later in began_later]
    ends = [
        begin + (seconds or 0.0) for begin, seconds in zip(begins, own, strict=True)
    ]
    return max(ends) - min(begins)


def _rate(
    rates: Sequence[float | None], own: Sequence[float | None], whole: float | None
) -> float | None:
    """What each did in its own time, over the whole; the sum where no time is known."""
    if not whole:
        return _sum(rates)
    done = _sum(
        None if rate is None else rate * (seconds or 0.0)
        for rate, seconds in zip(rates, own, strict=True)
    )
    return None if done is None else done / whole


def _sum(values: Iterable[float | None]) -> float | None:
    known = list(values)
    if any(each is None for each in known):
        return None
    return sum(each for each in known if each is not None)


def _extreme(which: Any, values: Sequence[float | None]) -> float | None:
    known = [each for each in values if each is not None]
    return which(known) if len(known) == len(values) else None
