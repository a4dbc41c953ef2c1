"""Every number of sysbench's output as printed, under a name with its unit."""

from collections.abc import Iterator, Mapping

from benchruns.figures.metrics import Interval
from benchruns.parsers.sysbench.block import FAIRNESS, Block
from benchruns.parsers.tool_report import Scalar

Item = tuple[str, Scalar]

_COUNTED = (
    ("transactions", "transactions", "tps"),
    ("queries", "queries", "qps"),
    ("read/write requests", "read_write_requests", "read_write_requests_per_s"),
    ("other operations", "other_operations", "other_operations_per_s"),
    ("deadlocks", "deadlocks", "deadlocks_per_s"),
    ("ignored errors", "ignored_errors", "ignored_errors_per_s"),
    ("reconnects", "reconnects", "reconnects_per_s"),
)
_STATEMENTS = (
    ("read", "queries_read"),
    ("write", "queries_write"),
    ("other", "queries_other"),
    ("total", "queries_total"),
)
_SPREADS = ("fairness_events{}", "fairness_execution_time{}_s")


def of_block(block: Block) -> Iterator[Item]:
    """The final block, from its first line to its last."""
    for label, name in _STATEMENTS:
        yield name, block.count(label)
    for label, count, rate in _COUNTED:
        counted = block.counted(label)
        if counted is not None:
            yield count, counted[0]
            yield rate, counted[1]
    yield "events_per_s", block.number("events/s (eps)")
    yield "total_time_s", block.seconds("total time", "time elapsed")
    yield "total_events", block.count("total number of events")
    yield (
        "event_execution_time_s",
        block.seconds("total time taken by event execution"),
    )
    yield from _latencies(block)
    for label, name in zip(FAIRNESS, _SPREADS, strict=True):
        spread = block.spread(label)
        if spread is not None:
            yield name.format("_avg"), spread[0]
            yield name.format("_stddev"), spread[1]


def _latencies(block: Block) -> Iterator[Item]:
    for label in ("min", "avg", "max", "sum"):
        printed = block.latency(label)
        if printed is not None:
            yield f"latency_{label}_{printed[1]}", printed[0]
    printed = block.percentile()
    if printed is not None:
        name = percentile_name(block.percentile_asked)
        yield f"latency_{name}_{printed[1]}", printed[0]


def percentile_name(asked: float | None) -> str:
    """p95, and p999 for 99.9, as the figures have it."""
    return "percentile" if asked is None else f"p{asked:g}".replace(".", "")


def of_row(row: Interval) -> Iterator[Item]:
    """The row over the whole time; its time is rounded to the second."""
    yield "total_time_s", row.second
    yield "tps", row.tps
    yield "qps", row.qps
    yield "reads_per_s", row.reads_per_s
    yield "writes_per_s", row.writes_per_s
    yield "other_per_s", row.other_per_s
    yield "latency_percentile_ms", row.latency_ms
    yield "ignored_errors_per_s", row.errors_per_s
    yield "reconnects_per_s", row.reconnects_per_s


def of_options(options: Mapping[str, int]) -> Iterator[Item]:
    """What it says of itself as it starts."""
    yield from options.items()
