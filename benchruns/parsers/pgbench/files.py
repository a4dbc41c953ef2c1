"""The files that pgbench writes beside its report: progress lines and both logs.

Samples of a log count from the clock's second ``first_epoch_s``, in which the run
began; that second, and of a transaction log the last one too, are only partly of it.
"""

from collections.abc import Iterator
from dataclasses import replace

from benchruns.figures.metrics import Figures, Interval
from benchruns.parsers.errors import AbortedError
from benchruns.parsers.pgbench import aggregate as pgbench_aggregate
from benchruns.parsers.pgbench import conditions
from benchruns.parsers.pgbench import log as pgbench_log
from benchruns.parsers.pgbench import progress as pgbench_progress
from benchruns.parsers.pgbench.aggregate import Aggregates
from benchruns.parsers.pgbench.log import LONGEST_SECONDS, Latencies, Second
from benchruns.parsers.pgbench.output import complaints
from benchruns.parsers.pgbench.progress import Counts
from benchruns.parsers.text.lines import lines_of
from benchruns.parsers.tool_report import Format, Scalar, ToolReport

PARSER_VERSION = "3"
TOOL = "pgbench"
AGGREGATE_FORMULA = "pgbench aggregate log"

SPARSEST = 60  # seconds a line of a log, beyond which it has no samples


def printed_counts(counts: Counts) -> dict[str, Scalar]:
    """How many progress lines there are, and what they count together."""
    if not counts.lines:
        return {}
    found: dict[str, Scalar] = {
        "interval_lines": counts.lines,
        "progress_failed_transactions": counts.failed,
        "progress_skipped_transactions": counts.skipped,
        "progress_retried_transactions": counts.retried,
        "progress_retries": counts.retries,
    }
    return {name: count for name, count in found.items() if count is not None}


def progress(text: str) -> ToolReport:
    broken = complaints(text)
    if broken:
        raise AbortedError(
            "Clients were broken off while the tool measured.", broken[0]
        )
    found = pgbench_progress.read(text, None, clients=None)
    return replace(
        _companion(Format.PGBENCH_PROGRESS),
        printed=printed_counts(found.counts),
        samples=found.samples,
        findings=tuple(conditions.samples_unread(found.unread)),
    )


def log(text: str) -> ToolReport:
    found = pgbench_log.read(lines_of(text))
    figures = Figures(**found.percentiles(), latency_max_ms=found.max_ms)
    first = min(found.seconds)
    printed: dict[str, Scalar] = {
        "transactions": found.timed,
        "failed_transactions": found.failed,
        "skipped_transactions": found.skipped,
        "clients": found.clients,
        "first_epoch_s": first,
        "last_epoch_s": max(found.seconds),
        "interval_s": 1,
    }
    for word in ("serialization", "deadlock", "other"):
        if word in found.words:
            printed[f"{word}_failures"] = found.words[word]
    if found.retries is not None:
        printed["retries"] = found.retries
    return replace(
        _companion(Format.PGBENCH_LOG),
        figures=figures,
        derived=_derived(figures, pgbench_log.formula(1)),
        printed=printed,
        samples=tuple(_of_seconds(found)),
        histogram=found.histogram,
    )


def _of_seconds(found: Latencies) -> Iterator[Interval]:
    """Each second from the first on, those in which nothing ended among them.

    None where hardly anything ended in any: few lines must not make many samples.
    """
    first, last = min(found.seconds), max(found.seconds)
    lines = found.timed + found.failed + found.skipped
    if last - first > min(LONGEST_SECONDS, SPARSEST * lines):
        return
    nothing = Second()
    for epoch in range(first, last + 1):
        second = found.seconds.get(epoch, nothing)
        yield Interval(
            second=epoch - first + 1,
            tps=float(second.timed),
            latency_ms=second.mean_ms,
            errors_per_s=float(second.failed),
        )


def aggregate(text: str) -> ToolReport:
    """The aggregate log of one thread, or of several one after the other."""
    found = pgbench_aggregate.read(lines_of(text))
    total = found.total
    figures = Figures(latency_avg_ms=total.mean_ms)
    if total.timed:
        figures = replace(
            figures,
            latency_min_ms=total.least / 1000,
            latency_max_ms=total.longest / 1000,
        )
    printed: dict[str, Scalar] = {
        "interval_lines": len(found.moments),
        "transactions": total.timed,
        "failed_transactions": total.failed,
        "skipped_transactions": total.skipped,
        "retried_transactions": total.retried,
        "retries": total.retries,
        "latency_sum_us": total.us,
        "latency_sum_of_squares_us2": total.squares,
        "latency_stddev_ms": total.stddev_ms,
        "first_epoch_s": min(found.moments),
        "last_epoch_s": max(found.moments),
        "interval_s": found.step,
    }
    return replace(
        _companion(Format.PGBENCH_AGGREGATE_LOG),
        figures=figures,
        derived=_derived(figures, AGGREGATE_FORMULA),
        printed={name: value for name, value in printed.items() if value is not None},
        samples=tuple(_of_moments(found)),
    )


def _of_moments(found: Aggregates) -> Iterator[Interval]:
    """None where a single interval does not tell how long it is.

    Failures are counted with --failures-detailed alone: without any of them it is not
    known whether there were none.
    """
    if found.step is None:
        return
    first = min(found.moments)
    is_detailed = found.total.failed > 0
    for start, each in found.moments.items():
        yield Interval(
            second=start - first + found.step,
            tps=each.timed / found.step,
            latency_ms=each.mean_ms,
            errors_per_s=each.failed / found.step if is_detailed else None,
        )


def _companion(kind: Format) -> ToolReport:
    return ToolReport(
        format=kind, tool=TOOL, tool_version=None, parser_version=PARSER_VERSION
    )


def _derived(figures: Figures, formula: str) -> dict[str, str]:
    known = figures.as_dict().items()
    return {name: formula for name, value in known if value is not None}
