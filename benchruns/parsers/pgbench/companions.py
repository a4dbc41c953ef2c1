"""What pgbench's other files add to its report: percentiles, the longest time, samples.

A printed figure is never changed: companions fill in what the report leaves open.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from benchruns.figures.metrics import Figures
from benchruns.parsers.errors import ReportError
from benchruns.parsers.pgbench import companion_checks
from benchruns.parsers.pgbench import log as pgbench_log
from benchruns.parsers.pgbench import samples as pgbench_samples
from benchruns.parsers.pgbench.files import AGGREGATE_FORMULA
from benchruns.parsers.tool_report import Format, Scalar, ToolReport

_COUNTS = (
    "transactions",
    "failed_transactions",
    "skipped_transactions",
    "serialization_failures",
    "deadlock_failures",
    "other_failures",
    "retried_transactions",
    "retries",
)


def merged(
    report: ToolReport,
    companions: Sequence[ToolReport],
    *,
    sampling_rate: float | None = None,
) -> ToolReport:
    """The report with what its companions tell; ReportError where they are not its own.

    ``sampling_rate`` is what pgbench was told to log of all transactions, if known.
    Samples are the report's own, else those of progress lines, else those of a log.
    """
    if report.format != Format.PGBENCH:
        raise ReportError("Only a report of pgbench takes such files.")
    of: dict[Format, list[ToolReport]] = {}
    for companion in companions:
        of.setdefault(companion.format, []).append(companion)
    found = report
    if lists := of.pop(Format.PGBENCH_PROGRESS, []):
        found = _with_progress(found, lists)
    if logs := of.pop(Format.PGBENCH_LOG, []):
        found = _with_logs(found, logs, sampling_rate=sampling_rate)
    if logs := of.pop(Format.PGBENCH_AGGREGATE_LOG, []):
        found = _with_aggregates(found, logs)
    if of:
        raise ReportError(f"A file of the format {next(iter(of))} cannot be joined.")
    return found


def _with_progress(report: ToolReport, lists: Sequence[ToolReport]) -> ToolReport:
    if len(lists) > 1:
        raise ReportError("There are several files of progress lines for one report.")
    (progress,) = lists
    companion_checks.check_progress(report, progress.samples)
    if report.samples:
        return report
    return replace(
        report,
        findings=(*report.findings, *progress.findings),
        samples=pgbench_samples.completed(progress.samples, report),
        printed={**progress.printed, **report.printed},
    )


def _with_logs(
    report: ToolReport, logs: Sequence[ToolReport], *, sampling_rate: float | None
) -> ToolReport:
    share = companion_checks.share_logged(report, logs, sampling_rate=sampling_rate)
    companion_checks.check_span(report, logs)
    histogram = _together(log.histogram for log in logs)
    percentiles = pgbench_log.percentiles(histogram)
    if share == 1:
        told = Figures(
            **percentiles, latency_max_ms=max(_known(logs, "latency_max_ms"))
        )
    else:  # the worst of a sample is not that of the run
        enough = pgbench_log.sampled_enough(sum(count for _value, count in histogram))
        told = Figures(**{name: percentiles[name] for name in enough})
    samples = pgbench_samples.of_logs(logs, share=share)
    return replace(
        _filled(report, told, pgbench_log.formula(share)),
        printed={**report.printed, **_counts(logs, prefix="log_"), "log_share": share},
        samples=report.samples or pgbench_samples.completed(samples, report),
        histogram=histogram if share == 1 else (),
    )


def _with_aggregates(report: ToolReport, logs: Sequence[ToolReport]) -> ToolReport:
    """The extremes are those of the run only where the log lacks nothing of it."""
    samples = pgbench_samples.of_aggregates(logs)
    companion_checks.check_aggregates(report, logs, samples)
    told = Figures()
    counts = _counts(logs, prefix="aggregate_")
    if counts["aggregate_transactions"] == report.figures.transactions:
        told = Figures(
            latency_min_ms=min(_known(logs, "latency_min_ms")),
            latency_max_ms=max(_known(logs, "latency_max_ms")),
        )
    return replace(
        _filled(report, told, AGGREGATE_FORMULA),
        printed={**report.printed, **counts},
        samples=report.samples or pgbench_samples.completed(samples, report),
    )


def _filled(report: ToolReport, told: Figures, formula: str) -> ToolReport:
    """The report with those figures that it left open."""
    new = {
        name: value
        for name, value in told.as_dict().items()
        if value is not None and getattr(report.figures, name) is None
    }
    return replace(
        report,
        figures=replace(report.figures, **new),
        derived={**report.derived, **dict.fromkeys(new, formula)},
    )


def _together(
    histograms: Iterable[tuple[tuple[float, int], ...]],
) -> tuple[tuple[float, int], ...]:
    found: dict[float, int] = {}
    for histogram in histograms:
        for value, count in histogram:
            found[value] = found.get(value, 0) + count
    return tuple(sorted(found.items()))


def _known(logs: Sequence[ToolReport], name: str) -> list[float]:
    """A figure of each log that tells it; a log in which all failed does not."""
    values = (getattr(log.figures, name) for log in logs)
    return [value for value in values if value is not None]


def _counts(logs: Sequence[ToolReport], *, prefix: str) -> dict[str, Scalar]:
    """The counts of several files as one."""
    return {
        prefix + name: companion_checks.total(logs, name)
        for name in _COUNTS
        if any(name in log.printed for log in logs)
    }
