"""pgbench's final block, 9.5 to 18, with the lines of statements that ``-r`` adds.

The style is told from the text. An unknown line is ignored, a required line that is
missing or unreadable is a ``ReportError``, and an unknown figure is ``None``. QPS count
the data statements of the script that ran; BEGIN and END are ``other``.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from benchruns.metrics import Figures
from benchruns.parsers.errors import AbortedError, NoEventsError, ReportError
from benchruns.parsers.pgbench_progress import ProgressLine, parse_progress
from benchruns.workloads.pgbench_scripts import Statements, count

PARSER_VERSION = "1"

_NUMBER = r"\d{1,15}(?:\.\d{1,9})?"  # bounded: int() and float() can then not fail
_COUNT = r"\d{1,15}"

_BANNER = re.compile(
    r"pgbench \((?:PostgreSQL\) )?(\d{1,3}(?:\.\d{1,3}){0,2}(?:(?:devel|beta|rc)\d{0,2})?)",
    re.ASCII,
)
_HEADING = "transaction type:"
_SEVERAL = "multiple scripts"
_ABORTED = re.compile(
    r"\bclient \d{1,9}\b.*\baborted\b|\bRun was aborted\b", re.ASCII | re.IGNORECASE
)
_TPS = re.compile(rf"tps = ({_NUMBER}) \(([a-z ]{{1,60}})\)", re.ASCII)
# from 14 on without, before also with the time that connecting took
_TPS_ALONE = (
    "without initial connection time",
    "excluding connections establishing",
    "including reconnection times",
)
_PROCESSED = re.compile(rf"({_COUNT})(?:/{_COUNT})?", re.ASCII)
_SHARE = re.compile(rf"({_COUNT}) \(.{{1,20}}%\)", re.ASCII)
_MILLISECONDS = re.compile(rf"({_NUMBER}) ms(?: \(including failures\))?", re.ASCII)
_LAG = re.compile(rf"avg ({_NUMBER}) \(max ({_NUMBER})\) ms", re.ASCII)
_STATEMENTS = re.compile(
    r"(?:- )?statement latencies in milliseconds"
    r"(?P<failures>(?:,| and) failures(?P<retries> and retries)?)?:",
    re.ASCII,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementLatency:
    """One command of the script, its mean time and how often it failed."""

    text: str
    latency_ms: float
    failures: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What one pgbench run printed.

    ``statements`` are the SQL commands of the script, None without ``-r``. ``skipped``
    transactions were never begun: too late for their turn at a fixed rate. With a rate
    latency counts from the planned start, so it includes the lag behind the schedule.
    """

    tool: str = "pgbench"
    tool_version: str | None
    figures: Figures
    progress: tuple[ProgressLine, ...]
    script: str
    clients: int | None
    jobs: int | None
    failed: int | None
    skipped: int | None
    connection_ms: float | None
    latency_stddev_ms: float | None
    lag_avg_ms: float | None
    lag_max_ms: float | None
    statements: Statements | None
    statement_latencies: tuple[StatementLatency, ...]


class _Block:
    """The final block, looked up by the label that a line begins with."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines

    def text(self, *labels: str) -> str | None:
        """What stands behind the first of these labels; None where none is there."""
        for line in self.lines:
            for label in labels:
                if line.startswith(label):
                    return line[len(label) :].lstrip(" =:")
        return None

    def read(self, pattern: re.Pattern[str], *labels: str) -> re.Match[str] | None:
        text = self.text(*labels)
        if text is None:
            return None
        match = pattern.fullmatch(text)
        if match is None:
            raise ReportError(f"The line “{labels[0]}” cannot be read.", text)
        return match

    def whole(self, pattern: re.Pattern[str], *labels: str) -> int | None:
        match = self.read(pattern, *labels)
        return None if match is None else int(match[1])

    def milliseconds(self, *labels: str) -> float | None:
        match = self.read(_MILLISECONDS, *labels)
        return None if match is None else float(match[1])


def complaints(text: str) -> tuple[str, ...]:
    """The lines in which pgbench says that clients, or the whole run, were broken off."""
    return tuple(filter(_ABORTED.search, (line.strip() for line in text.splitlines())))


def version_in(text: str) -> str | None:
    """The version in pgbench's first line, or in what ``--version`` prints."""
    banner = _BANNER.search(text)
    return None if banner is None else banner[1]


def parse(text: str) -> Report:
    """The report in a run's whole output, progress lines and all."""
    lines = [line.strip() for line in text.splitlines()]
    start = _final_block(lines)
    broken = complaints(text)
    if broken:
        raise AbortedError(
            "Clients were broken off while the tool measured.", broken[0]
        )
    block = _Block(lines[start:])
    script = block.text(_HEADING) or ""
    # of several scripts, one transaction runs one: their commands do not add up
    latencies = () if script == _SEVERAL else _statement_latencies(block.lines)
    statements = count(each.text for each in latencies) if latencies else None
    failed = block.whole(_SHARE, "number of failed transactions")
    lag = block.read(_LAG, "rate limit schedule lag")
    return Report(
        tool_version=version_in(text),
        figures=_figures(block, statements, failed),
        progress=tuple(filter(None, map(parse_progress, lines[:start]))),
        script=script,
        clients=block.whole(_PROCESSED, "number of clients"),
        jobs=block.whole(_PROCESSED, "number of threads"),
        failed=failed,
        skipped=block.whole(_SHARE, "number of transactions skipped"),
        connection_ms=block.milliseconds("initial connection time"),
        latency_stddev_ms=block.milliseconds("latency stddev"),
        lag_avg_ms=None if lag is None else float(lag[1]),
        lag_max_ms=None if lag is None else float(lag[2]),
        statements=statements,
        statement_latencies=latencies,
    )


def _final_block(lines: Sequence[str]) -> int:
    starts = [at for at, line in enumerate(lines) if line.startswith(_HEADING)]
    if not starts:
        raise ReportError(f"The report has no final block (“{_HEADING}”).")
    if len(starts) > 1:
        raise ReportError("The text holds more than one report.", lines[starts[1]])
    return starts[0]


def _figures(
    block: _Block, statements: Statements | None, failed: int | None
) -> Figures:
    transactions = block.whole(_PROCESSED, "number of transactions actually processed")
    if transactions is None:
        raise ReportError("The report has no line “number of transactions …”.")
    if transactions == 0:
        raise NoEventsError("No transaction ended while the tool measured.")
    tps = _tps(block)
    # the time that the rate is of: -T is what was asked for, and may be overrun
    duration = transactions / tps
    return Figures(
        tps=tps,
        transactions=float(transactions),
        duration_s=duration,
        latency_avg_ms=block.milliseconds("latency average"),
        errors_per_s=None if failed is None else failed / duration,
        **_statement_figures(tps, transactions, statements),
    )


def _statement_figures(
    tps: float, transactions: int, statements: Statements | None
) -> dict[str, float]:
    if statements is None:
        return {}
    return {
        "qps": tps * statements.data,
        "reads_per_s": tps * statements.reads,
        "writes_per_s": tps * statements.writes,
        "other_per_s": tps * statements.other,
        "queries": float(transactions * statements.data),
        "reads": float(transactions * statements.reads),
        "writes": float(transactions * statements.writes),
        "other": float(transactions * statements.other),
    }


def _tps(block: _Block) -> float:
    """The rate without the time that connecting took; never zero."""
    found = {m[2]: float(m[1]) for m in map(_TPS.fullmatch, block.lines) if m}
    for label in _TPS_ALONE:
        if found.get(label):
            return found[label]
    raise ReportError("The report has no rate (“tps = …”) that can be read.")


def _statement_latencies(lines: Sequence[str]) -> tuple[StatementLatency, ...]:
    """The lines of ``-r``."""
    for at, line in enumerate(lines):
        heading = _STATEMENTS.fullmatch(line)
        if heading is not None:
            columns = sum(part is not None for part in heading.groups())
            pattern = _statement_pattern(columns)
            matches = map(pattern.fullmatch, lines[at + 1 :])
            return tuple(_statement_latency(match) for match in matches if match)
    return ()


def _statement_pattern(columns: int) -> re.Pattern[str]:
    """A line with so many counts, the failures first, between time and command."""
    counts = rf"({_COUNT})\s+" + rf"{_COUNT}\s+" * (columns - 1) if columns else "()"
    return re.compile(rf"({_NUMBER})\s+{counts}(\S.*)", re.ASCII)


def _statement_latency(match: re.Match[str]) -> StatementLatency:
    return StatementLatency(
        latency_ms=float(match[1]),
        failures=int(match[2]) if match[2] else None,
        text=match[3],
    )
