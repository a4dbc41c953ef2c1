"""The lines that pgbench prints each second with ``-P 1``."""

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple, TypedDict

from benchruns.metrics import Interval
from benchruns.parsers.pgbench_block import COUNT, NUMBER
from benchruns.workloads.pgbench_scripts import Statements

_ANY = rf"{NUMBER}|-?[Nn][Aa][Nn]"
NAN_ENDS = "nN"
PROGRESS = re.compile(
    rf"progress: ({NUMBER}) s, ({NUMBER}) tps, lat ({_ANY}) ms stddev ({_ANY})"
    rf"(?:, ({COUNT}) failed)?(?:, lag ({_ANY}) ms)?(?:, ({COUNT}) skipped)?"
    rf"(?:, ({COUNT}) retried, ({COUNT}) retries)?(?:,[^\n]*)?",
    re.ASCII,
)
EPOCH = 1e9  # seconds beyond are the clock's (--progress-timestamp): no run is so long


class ProgressLine(NamedTuple):
    """One line. Counts are of the time since the line before it.

    ``latency_ms`` is the mean, from the planned start where there is a rate, and
    ``lag_ms`` the part of it that was spent waiting for the start. A tuple, as a text
    may have a million of them.
    """

    seconds: float
    tps: float
    latency_ms: float | None
    stddev_ms: float | None
    failed: int | None
    lag_ms: float | None
    skipped: int | None
    retried: int | None
    retries: int | None


def parse_progress(line: str) -> ProgressLine | None:
    """None for any other line."""
    match = PROGRESS.fullmatch(line.strip())
    return None if match is None else _told(match)


def progress_lines(text: str) -> tuple[ProgressLine, ...]:
    """All of a text, in their order."""
    return tuple(
        _told(match)
        for match in PROGRESS.finditer(text)
        if match.start() == 0 or text[match.start() - 1] in "\n\t "
    )


def _told(match: re.Match[str]) -> ProgressLine:
    seconds, tps, latency, stddev, failed, lag, skipped, retried, retries = (
        match.groups()
    )
    rate = float(tps)
    return ProgressLine(
        float(seconds),
        rate,
        # with no transaction there is no mean, whatever is printed in its place
        float(latency) if rate and latency[-1] not in NAN_ENDS else None,
        float(stddev) if rate and stddev[-1] not in NAN_ENDS else None,
        None if failed is None else int(failed),
        None if lag is None or not rate or lag[-1] in NAN_ENDS else float(lag),
        None if skipped is None else int(skipped),
        None if retried is None else int(retried),
        None if retries is None else int(retries),
    )


def from_start(lines: Sequence[ProgressLine]) -> tuple[ProgressLine, ...]:
    """The lines with their seconds counted from the start of the run.

    Where they tell the clock's time, the start lies one step before the first line;
    a single line does not tell how long the step is, and is left out.
    """
    if not lines or lines[0].seconds < EPOCH:
        return tuple(lines)
    steps = [later.seconds - line.seconds for line, later in pairwise(lines)]
    if not steps:
        return ()
    start = lines[0].seconds - max(1, round(median(steps)))
    # a line may be some ms early or late, and none is more than a step
    return tuple(
        line._replace(seconds=float(round(line.seconds - start))) for line in lines
    )


class ProgressReader:
    """The intervals of one start of pgbench.

    A line may come late when the server stalls, so rates of what is counted are over
    the time since the line before it. ``statements`` are None where it is not known
    what a transaction sends.
    """

    def __init__(self, statements: Statements | None, *, clients: int | None) -> None:
        self._statements = statements
        self._clients = clients
        self._seconds = 0.0

    def read(self, line: str) -> Interval | None:
        """None for any other line, and for a second one in the same second."""
        told = parse_progress(line)
        return None if told is None else self.interval(told)

    def interval(self, told: ProgressLine) -> Interval | None:
        """None for a second line in the same second."""
        second = int(told.seconds)
        if second <= int(self._seconds):
            return None
        span, self._seconds = told.seconds - self._seconds, told.seconds
        errors = None if told.failed is None else told.failed / span
        sent = self._statements
        if sent is None:
            return Interval(
                second=second,
                threads=self._clients,
                tps=told.tps,
                latency_ms=told.latency_ms,
                errors_per_s=errors,
            )
        return Interval(
            second=second,
            threads=self._clients,
            tps=told.tps,
            latency_ms=told.latency_ms,
            errors_per_s=errors,
            **rates(told.tps, sent),
        )


class Rates(TypedDict):
    """Those of an interval that follow from what a transaction sends."""

    qps: float
    reads_per_s: float
    writes_per_s: float
    other_per_s: float


def rates(tps: float, statements: Statements) -> Rates:
    return Rates(
        qps=tps * statements.data,
        reads_per_s=tps * statements.reads,
        writes_per_s=tps * statements.writes,
        other_per_s=tps * statements.other,
    )


def intervals(
    lines: Sequence[ProgressLine], statements: Statements | None, *, clients: int | None
) -> tuple[Interval, ...]:
    """The samples of a run from all its progress lines."""
    reader = ProgressReader(statements, clients=clients)
    found = map(reader.interval, from_start(lines))
    return tuple(interval for interval in found if interval is not None)
