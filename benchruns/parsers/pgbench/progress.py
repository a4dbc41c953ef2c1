"""The lines that pgbench prints each second with ``-P 1``."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from statistics import median
from typing import NamedTuple, TypedDict

from benchruns.figures.metrics import Interval
from benchruns.parsers.errors import ReportError
from benchruns.parsers.pgbench.block import COUNT, NUMBER
from benchruns.workloads.pgbench_scripts import Statements

_ANY = rf"{NUMBER}|-?[Nn][Aa][Nn]"
NAN_ENDS = "nN"
PROGRESS = re.compile(
    rf"(?<![^\n\t ])progress: ({NUMBER}) s, ({NUMBER}) tps, lat ({_ANY}) ms stddev ({_ANY})"
    rf"(?:, ({COUNT}) failed)?(?:, lag ({_ANY}) ms)?(?:, ({COUNT}) skipped)?"
    rf"(?:, ({COUNT}) retried, ({COUNT}) retries)?(?:,[^\n]*)?",
    re.ASCII,
)
_BEGINS = re.compile(rf"(?<![^\n\t ])progress: {NUMBER} s, ", re.ASCII)
EPOCH = 1e9  # seconds beyond are the clock's (--progress-timestamp): no run is so long


class ProgressLine(NamedTuple):
    """One line. Counts are of the time since the line before it.

    ``latency_ms`` is the mean, from the planned start where there is a rate, and
    ``lag_ms`` the part of it that was spent waiting for the start. A tuple, as it is
    quick to make: a text may have a million of them.
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


def progress_lines(text: str) -> Iterator[ProgressLine]:
    """All of a text, in their order."""
    return map(_told, PROGRESS.finditer(text))


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


def _from_start(text: str) -> Iterator[ProgressLine]:
    """The lines with their seconds counted from the start of the run.

    Where they tell the clock's time, the start lies one step before the first line; a
    single line does not tell how long the step is, and gets no second of the run.
    """
    lines = progress_lines(text)
    first = next(lines, None)
    if first is None or first.seconds < EPOCH:
        return progress_lines(text)
    moments = [first.seconds, *(line.seconds for line in lines)]
    steps = [later - earlier for earlier, later in pairwise(moments)]
    start = first.seconds - (max(1, round(median(steps))) if steps else 0)
    # a line may be some ms early or late, and none is more than a step
    return (
        line._replace(seconds=float(round(line.seconds - start)))
        for line in progress_lines(text)
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


@dataclass(slots=True)
class Counts:
    """How many lines there are, and what they count together; None where one does not."""

    lines: int = 0
    failed: int | None = 0
    skipped: int | None = 0
    retried: int | None = 0
    retries: int | None = 0

    def add(self, line: ProgressLine) -> None:
        self.lines += 1
        self.failed = _sum(self.failed, line.failed)
        self.skipped = _sum(self.skipped, line.skipped)
        self.retried = _sum(self.retried, line.retried)
        self.retries = _sum(self.retries, line.retries)


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """What the progress lines of a run say; ``unread`` begin as they do, and are none."""

    samples: tuple[Interval, ...]
    counts: Counts
    unread: int


def _line_at(text: str, place: int) -> str:
    return next(islice(PROGRESS.finditer(text), place, None))[0]


def read(text: str, statements: Statements | None, *, clients: int | None) -> Progress:
    """The samples and counts of one start of pgbench, the lines one at a time."""
    counts, samples = Counts(), []
    reader = ProgressReader(statements, clients=clients)
    seconds = 0.0
    for line in _from_start(text):
        if line.seconds < seconds:
            raise ReportError(
                "The text holds progress lines of more than one run: upload each run as "
                "a file of its own.",
                _line_at(text, counts.lines),
            )
        seconds = line.seconds
        counts.add(line)
        interval = reader.interval(line)
        if interval is not None:
            samples.append(interval)
    unread = sum(1 for _begun in _BEGINS.finditer(text)) - counts.lines
    return Progress(samples=tuple(samples), counts=counts, unread=unread)
