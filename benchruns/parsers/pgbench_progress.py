"""The lines that pgbench prints each second with ``-P 1``."""

import re
from dataclasses import dataclass

from benchruns.metrics import Interval
from benchruns.workloads.pgbench_scripts import Statements

_NUMBER = r"\d{1,15}(?:\.\d{1,9})?"  # bounded: float() can then not fail

_PROGRESS = re.compile(
    rf"progress: (?P<seconds>{_NUMBER}) s, (?P<tps>{_NUMBER}) tps,"
    rf" lat (?P<latency>{_NUMBER}|-?nan) ms stddev (?:{_NUMBER}|-?nan)(?P<rest>.*)",
    re.ASCII | re.IGNORECASE,
)
_COUNTS = re.compile(r"(\d{1,15}) (failed|skipped)\b", re.ASCII)
_LAG = re.compile(rf"\blag ({_NUMBER}) ms", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressLine:
    """One line. ``failed`` and ``skipped`` are counted since the line before it.

    ``latency_ms`` is the mean, from the planned start where there is a rate, and
    ``lag_ms`` the part of it that was spent waiting for the start.
    """

    seconds: float
    tps: float
    latency_ms: float | None
    failed: int | None
    lag_ms: float | None
    skipped: int | None


def parse_progress(line: str) -> ProgressLine | None:
    """None for any other line."""
    match = _PROGRESS.fullmatch(line.strip())
    if match is None:
        return None
    tps = float(match["tps"])
    counts = {name: int(number) for number, name in _COUNTS.findall(match["rest"])}
    lag = _LAG.search(match["rest"])
    return ProgressLine(
        seconds=float(match["seconds"]),
        tps=tps,
        # with no transaction there is no mean, whatever is printed in its place
        latency_ms=float(match["latency"]) if tps else None,
        failed=counts.get("failed"),
        lag_ms=float(lag[1]) if lag and tps else None,
        skipped=counts.get("skipped"),
    )


class ProgressReader:
    """The intervals of one start of pgbench.

    A line may come late when the server stalls, so rates of what is counted are over
    the time since the line before it.
    """

    def __init__(self, statements: Statements, *, clients: int) -> None:
        self._statements = statements
        self._clients = clients
        self._seconds = 0.0

    def read(self, line: str) -> Interval | None:
        """None for any other line, and for a second one in the same second."""
        told = parse_progress(line)
        if told is None or int(told.seconds) <= int(self._seconds):
            return None
        span, self._seconds = told.seconds - self._seconds, told.seconds
        return Interval(
            second=int(told.seconds),
            threads=self._clients,
            tps=told.tps,
            qps=told.tps * self._statements.data,
            reads_per_s=told.tps * self._statements.reads,
            writes_per_s=told.tps * self._statements.writes,
            other_per_s=told.tps * self._statements.other,
            latency_ms=told.latency_ms,
            errors_per_s=None if told.failed is None else told.failed / span,
        )
