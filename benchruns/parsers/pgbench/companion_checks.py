"""Whether pgbench's other files are of the run that a report is of, and are all of them.

Each check raises a ReportError that says in numbers what does not fit.
"""

from collections.abc import Sequence

from benchruns.figures.metrics import Interval
from benchruns.parsers.errors import ReportError
from benchruns.parsers.pgbench.log import is_whole
from benchruns.parsers.tool_report import Scalar, ToolReport

# Below this share a log was sampled; above it, lines or a file are missing.
MOST_SAMPLED = 0.9
# A run begins and ends within a second; a file that misses more was cut short.
SLACK_S = 2.0
COVERED = 0.9
OVERRUN = 1.1
AT_THE_END = 10  # transactions that clients were in when the last line was printed
PEAK = 1.5  # of the highest rate of a second, in those that no line tells of
FAILED = "failed_transactions"
OF_ANOTHER_RUN = "they are of another run, or one of them is given twice"


def run_of(report: ToolReport) -> tuple[float, float]:
    """The seconds and the transactions of the report, which each has."""
    figures = report.figures
    if not figures.duration_s or not figures.transactions:
        raise ReportError("The report tells neither its time nor its transactions.")
    return figures.duration_s, figures.transactions


def total(files: Sequence[ToolReport], name: str) -> int:
    """A count of several files."""
    return sum(_whole(file.printed.get(name)) for file in files)


def check_progress(report: ToolReport, samples: Sequence[Interval]) -> None:
    """The lines must lie within the run, and count as much as it did up to then.

    What they lack was done after the last of them, at no more than PEAK times the
    highest rate that one of them tells.
    """
    duration, transactions = run_of(report)
    asked = report.printed.get("duration_s")
    # to 13 the time that connecting took is no part of the rate's
    duration = max(duration, asked if isinstance(asked, int) else 0)
    last, counted, peak = 0, 0.0, 0.0
    for sample in samples:
        counted += (sample.tps or 0) * (sample.second - last)
        peak = max(peak, sample.tps or 0)
        last = sample.second
    told = (
        f"they tell of {counted:,.0f} transactions in {last:,} s, the report of "
        f"{transactions:,.0f} in {duration:,.1f} s"
    )
    # a rate has one digit behind the point
    slack = 0.05 * last + 0.02 * transactions + 1
    is_more = last > duration * OVERRUN + SLACK_S or counted > transactions + slack
    after = PEAK * peak * max(duration - last, 0.0)
    if is_more or counted + after < transactions - slack - AT_THE_END:
        raise ReportError(f"The progress lines are of another run: {told}.")


def share_logged(
    report: ToolReport, logs: Sequence[ToolReport], *, sampling_rate: float | None
) -> float:
    """The share of the transactions that the logs hold: 1, or what was sampled."""
    _duration, transactions = run_of(report)
    timed = total(logs, "transactions")
    counts = f"The logs hold {timed:,} transactions, the report {transactions:,.0f}"
    if not timed:
        raise ReportError("The logs hold no transaction that ended well.")
    if timed > transactions:
        raise ReportError(f"{counts}: {OF_ANOTHER_RUN}.")
    if sampling_rate is not None and sampling_rate < 1:
        if not is_whole(timed, transactions=transactions, share=sampling_rate):
            raise ReportError(f"{counts}, which is not the share that was logged.")
        return timed / transactions
    _check_clients(report, logs)
    is_sampled = sampling_rate is None and timed <= MOST_SAMPLED * transactions
    if timed < transactions and not is_sampled:
        raise ReportError(f"{counts}: a log was cut short, or one of them is missing.")
    if not is_sampled:
        _check_failed(report, logs)
    return timed / transactions


def _check_clients(report: ToolReport, logs: Sequence[ToolReport]) -> None:
    clients, logged = _whole(report.stated.get("threads")), total(logs, "clients")
    told = f"The logs are of {logged:,} clients, the report of {clients:,}"
    if logged > clients:
        raise ReportError(f"{told}: {OF_ANOTHER_RUN}.")
    if logged < clients:
        raise ReportError(
            f"{told}: give the log of every thread "
            "(pgbench_log.PID, pgbench_log.PID.1, ...)."
        )


def _check_failed(report: ToolReport, logs: Sequence[ToolReport]) -> None:
    failed, logged = report.printed.get(FAILED), total(logs, FAILED)
    if failed is not None and failed != logged:
        raise ReportError(
            f"The logs hold {logged:,} failed transactions, the report "
            f"{_whole(failed):,}: {OF_ANOTHER_RUN}."
        )


def check_span(report: ToolReport, logs: Sequence[ToolReport]) -> None:
    """A log that was cut short tells of the first part of the run only.

    Together they hold all transactions, or a sample of them; of a sample nothing else
    tells that the log of one thread ends before the others.
    """
    duration, transactions = run_of(report)
    span = _span(logs)
    told = f"The logs span {span:,} s, the report {duration:,.1f} s"
    if span > duration * OVERRUN + SLACK_S:
        raise ReportError(f"{told}: they are of several runs.")
    if span < _least_span(duration, logs):
        raise ReportError(f"{told}: they were cut short.")
    if total(logs, "transactions") == transactions:
        return
    for log in logs:
        if _span([log]) < _least_span(duration, [log]):
            raise ReportError(
                f"The log of one thread spans {_span([log]):,} s, the report "
                f"{duration:,.1f} s: it was cut short."
            )


def _span(logs: Sequence[ToolReport]) -> int:
    first = min(_whole(log.printed.get("first_epoch_s")) for log in logs)
    last = max(_whole(log.printed.get("last_epoch_s")) for log in logs)
    return last - first + 1


def _least_span(duration: float, logs: Sequence[ToolReport]) -> float:
    """Of few transactions the last may have been drawn early."""
    pause = 10 * duration / max(1, total(logs, "transactions"))
    return COVERED * duration - SLACK_S - pause


def check_aggregates(
    report: ToolReport, logs: Sequence[ToolReport], samples: Sequence[Interval]
) -> None:
    """An aggregate log lacks no more than the interval in which the run ended."""
    _duration, transactions = run_of(report)
    timed = total(logs, "transactions")
    step = max(_whole(log.printed.get("interval_s")) for log in logs)
    most = max((sample.tps or 0 for sample in samples), default=0) * step
    missing = 1.5 * most + 10 if most else transactions
    if not transactions - missing <= timed <= transactions:
        raise ReportError(
            f"The aggregate logs hold {timed:,} transactions, the report "
            f"{transactions:,.0f}: {OF_ANOTHER_RUN}, or one is missing."
        )


def _whole(value: Scalar) -> int:
    return value if isinstance(value, int) else 0
