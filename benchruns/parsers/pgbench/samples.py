"""The samples of a run from pgbench's logs, of which each thread writes its own."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from benchruns.figures.metrics import Interval
from benchruns.parsers.pgbench.log import in_ns
from benchruns.parsers.pgbench.progress import rates
from benchruns.parsers.tool_report import ToolReport
from benchruns.workloads.pgbench_scripts import Statements


@dataclass(slots=True)
class _Moment:
    """What all threads did in one interval."""

    tps: float = 0.0
    latency: float = 0.0  # the sum of means, each times its TPS
    errors: float | None = None

    def add(self, sample: Interval) -> None:
        self.tps += sample.tps or 0.0
        self.latency += (sample.tps or 0.0) * (sample.latency_ms or 0.0)
        if sample.errors_per_s is not None:
            self.errors = (self.errors or 0.0) + sample.errors_per_s


def of_logs(logs: Sequence[ToolReport], *, share: float) -> tuple[Interval, ...]:
    """Whole seconds only: the run began within the first one and ended in the last.

    None where a thread has none.
    """
    if not all(log.samples for log in logs):
        return ()
    moments = _moments(logs)
    return tuple(_intervals(sorted(moments)[1:-1], moments, share=share))


def of_aggregates(logs: Sequence[ToolReport]) -> tuple[Interval, ...]:
    """Whole intervals only: the run began within the first one."""
    if not all(log.samples for log in logs):
        return ()
    moments = _moments(logs)
    return tuple(_intervals(sorted(moments)[1:], moments, share=1))


def completed(samples: Iterable[Interval], report: ToolReport) -> tuple[Interval, ...]:
    """With what the report knows: its threads, and what a transaction sends."""
    stated = report.stated.get("threads")
    threads = stated if isinstance(stated, int) else None
    statements = _statements(report)
    if statements is None:
        return tuple(replace(sample, threads=threads) for sample in samples)
    return tuple(
        replace(sample, threads=threads, **rates(sample.tps or 0.0, statements))
        for sample in samples
    )


def _statements(report: ToolReport) -> Statements | None:
    figures = report.figures
    sent = [
        round(count / figures.transactions)
        for count in (figures.reads, figures.writes, figures.other)
        if count is not None and figures.transactions
    ]
    if len(sent) != 3:
        return None
    reads, writes, other = sent
    return Statements(reads=reads, writes=writes, other=other)


def _moments(logs: Sequence[ToolReport]) -> dict[int, _Moment]:
    """By the second that ends the interval, counted from the first of all logs."""
    firsts = [log.printed.get("first_epoch_s") for log in logs]
    known = [first for first in firsts if isinstance(first, int)]
    found: dict[int, _Moment] = {}
    for log, first in zip(logs, known, strict=True):
        for sample in log.samples:
            second = first - min(known) + sample.second
            found.setdefault(second, _Moment()).add(sample)
    return found


def _intervals(
    seconds: Sequence[int], moments: dict[int, _Moment], *, share: float
) -> Iterator[Interval]:
    for second in seconds:
        moment = moments[second]
        yield Interval(
            second=second,
            tps=moment.tps / share,
            latency_ms=in_ns(moment.latency / moment.tps) if moment.tps else None,
            errors_per_s=None if moment.errors is None else moment.errors / share,
        )
