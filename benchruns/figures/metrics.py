"""Figures: what a run or a published row states, one name and one unit each.

A figure that is not known is ``None``, never 0.
"""

from dataclasses import asdict, dataclass, fields
from typing import Self

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SPEEDS = ("tps", "qps", "tpm", "nopm", "batch_requests_per_s")
# Over the whole measured time; stored as all figures are, and whole in what is written.
COUNTS = ("transactions", "queries", "reads", "writes", "other")
# What a row states of its test, beside what the test measured.
STATED = frozenset({"duration_s"})
# Of a result whose load is not asked for, the first that is known stands for its speed.
LEADING_SPEEDS = ("tps", "nopm", "tpm", "qps")


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The one set of figures used by results, runs, parsers and the API.

    Rates are per second, latencies in ms, counts over the whole measured time,
    ``nopm`` and ``tpm`` per minute.
    """

    tps: float | None = None
    qps: float | None = None
    transactions: float | None = None
    queries: float | None = None
    reads: float | None = None
    writes: float | None = None
    other: float | None = None
    reads_per_s: float | None = None
    writes_per_s: float | None = None
    other_per_s: float | None = None
    errors_per_s: float | None = None
    reconnects_per_s: float | None = None
    latency_min_ms: float | None = None
    latency_avg_ms: float | None = None
    latency_p50_ms: float | None = None
    latency_p90_ms: float | None = None
    latency_p95_ms: float | None = None
    latency_p99_ms: float | None = None
    latency_p999_ms: float | None = None
    latency_max_ms: float | None = None
    duration_s: float | None = None
    nopm: float | None = None
    tpm: float | None = None
    batch_requests_per_s: float | None = None

    @classmethod
    def read(cls, source: object) -> Self:
        """The figures that an object (a row, say) holds as attributes."""
        return cls(**{name: getattr(source, name) for name in FIGURE_NAMES})

    def as_dict(self) -> dict[str, float | None]:
        return asdict(self)


def as_written(name: str, value: float) -> float:
    """A count without a decimal: 5661264 rather than 5661264.0. An estimate may have one."""
    return int(value) if name in COUNTS and value == int(value) else value


FIGURE_NAMES = tuple(field.name for field in fields(Figures))


@dataclass(frozen=True, slots=True)
class Metric:
    """How a figure is called, in which unit, and which direction is better."""

    name: str
    label: str | Promise
    unit: str
    higher_is_better: bool = True


METRICS = {
    metric.name: metric
    for metric in (
        Metric("tps", _("Transactions"), "TPS"),
        Metric("qps", _("Statements"), "QPS"),
        Metric("tpm", _("Transactions per minute"), "TPM"),
        Metric("nopm", _("New orders per minute"), "NOPM"),
        Metric("batch_requests_per_s", _("Batch requests"), "batches/s"),
        Metric("reads_per_s", _("Reads"), "/s"),
        Metric("writes_per_s", _("Writes"), "/s"),
        Metric("other_per_s", _("BEGIN and COMMIT"), "/s"),
        Metric("latency_avg_ms", _("Mean latency"), "ms", higher_is_better=False),
        Metric("latency_p50_ms", _("Latency p50"), "ms", higher_is_better=False),
        Metric("latency_p90_ms", _("Latency p90"), "ms", higher_is_better=False),
        Metric("latency_p95_ms", _("Latency p95"), "ms", higher_is_better=False),
        Metric("latency_p99_ms", _("Latency p99"), "ms", higher_is_better=False),
        Metric("latency_p999_ms", _("Latency p99.9"), "ms", higher_is_better=False),
        Metric("latency_max_ms", _("Worst latency"), "ms", higher_is_better=False),
        Metric("errors_per_s", _("Errors"), "/s", higher_is_better=False),
        Metric("reconnects_per_s", _("Reconnects"), "/s", higher_is_better=False),
    )
}

# What papers print of runs of one length. A run has them too, but of its own length, so
# they are metrics of published rows alone.
TOTALS = {
    metric.name: metric
    for metric in (
        Metric("reads", _("Total reads"), "reads"),
        Metric("writes", _("Total writes"), "writes"),
    )
}


# Not frozen: a text may have a million lines, and a frozen one takes three times as long
# to make. Nothing changes one that is made.
@dataclass(slots=True, kw_only=True)
class Interval:
    """One interval of a running tool; rates per second, latency in ms.

    ``latency_ms`` is the percentile that the tool was asked for (``percentile``).
    ``second`` is counted by the tool from its own start.
    """

    second: int
    threads: int | None = None
    tps: float | None = None
    qps: float | None = None
    reads_per_s: float | None = None
    writes_per_s: float | None = None
    other_per_s: float | None = None
    latency_ms: float | None = None
    percentile: float | None = None
    errors_per_s: float | None = None
    reconnects_per_s: float | None = None
