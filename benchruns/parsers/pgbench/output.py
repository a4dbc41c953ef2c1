"""pgbench's final block, 9.5 to 18, with the lines of statements that ``-r`` adds.

The style is told from the text. An unknown line is ignored, a required line that is
missing or unreadable is a ``ReportError``, and an unknown figure is ``None``. QPS count
the data statements of the script that ran; BEGIN and END are ``other``.
"""

import re
from dataclasses import dataclass, replace

from benchruns.figures.metrics import Figures
from benchruns.parsers.errors import AbortedError, NoEventsError, ReportError
from benchruns.parsers.pgbench import statements as pgbench_statements
from benchruns.parsers.pgbench.block import (
    COUNT,
    HEADING,
    NUMBER,
    VERSION,
    Block,
    split,
)
from benchruns.parsers.pgbench.statements import StatementLatency
from benchruns.workloads.pgbench_scripts import Statements, count

PARSER_VERSION = "2"

_BANNER = re.compile(rf"pgbench \((?:PostgreSQL\) )?({VERSION})", re.ASCII)
_CLIENT = re.compile(r"\bclient \d{1,9}\b", re.ASCII | re.IGNORECASE)
_SEVERAL = "multiple scripts"
_TPS = re.compile(rf"tps = ({NUMBER}) \(([a-z ]{{1,60}})\)", re.ASCII)
# from 14 on without, before also with the time that connecting took; one of them a report
_TPS_ALONE = (
    "without initial connection time",
    "excluding connections establishing",
    "including reconnection times",
)
_OF_STATEMENTS = (
    *("qps", "reads_per_s", "writes_per_s", "other_per_s"),
    *("queries", "reads", "writes", "other"),
)
_PROCESSED = re.compile(rf"({COUNT})(?:/({COUNT}))?", re.ASCII)
_SHARE = re.compile(rf"({COUNT}) \(.{{1,20}}%\)", re.ASCII)
_LAG = re.compile(rf"avg ({NUMBER}) \(max ({NUMBER})\) ms", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What one pgbench run printed.

    ``statements`` are the SQL commands of the script, None without ``-r`` and where
    that lists the first line of a command alone. ``skipped``
    transactions were never begun: too late for their turn at a fixed rate. With a rate
    latency counts from the planned start, so it includes the lag behind the schedule.
    With ``-C`` each transaction connects first, which takes ``reconnection_ms``.
    """

    tool: str = "pgbench"
    tool_version: str | None
    figures: Figures
    script: str
    clients: int | None
    jobs: int | None
    failed: int | None
    skipped: int | None
    connection_ms: float | None
    reconnection_ms: float | None
    latency_stddev_ms: float | None
    lag_avg_ms: float | None
    lag_max_ms: float | None
    statements: Statements | None
    statement_latencies: tuple[StatementLatency, ...]


def complaints(text: str) -> tuple[str, ...]:
    """The lines in which pgbench says that clients, or the whole run, were broken off."""
    if "aborted" not in text.lower():  # of most texts: not each line is looked at
        return ()
    return tuple(filter(_is_complaint, (line.strip() for line in text.splitlines())))


def _is_complaint(line: str) -> bool:
    lowered = line.lower()
    if "aborted" not in lowered:
        return False
    client = _CLIENT.search(lowered)
    return "run was aborted" in lowered or (
        client is not None and "aborted" in lowered[client.end() :]
    )


def version_in(text: str) -> str | None:
    """The version in pgbench's first line, or in what ``--version`` prints."""
    banner = _BANNER.search(text)
    return None if banner is None else banner[1]


def parse(text: str) -> Report:
    """The report in a run's whole output; its progress lines are read apart."""
    _before, block = split(text)
    broken = complaints(text)
    if broken:
        raise AbortedError(
            "Clients were broken off while the tool measured.", broken[0]
        )
    script = block.text(HEADING) or ""
    latencies = (
        () if script == _SEVERAL else pgbench_statements.of_one_script(block.lines)
    )
    is_known = latencies and pgbench_statements.are_whole(latencies)
    statements = count(each.text for each in latencies) if is_known else None
    failed = block.whole(_SHARE, "number of failed transactions")
    skipped = block.whole(_SHARE, "number of transactions skipped")
    figures = _figures(block, statements, failed=failed, skipped=skipped)
    lag = block.read(_LAG, "rate limit schedule lag")
    return Report(
        tool_version=version_in(text),
        figures=figures,
        script=script,
        clients=block.whole(_PROCESSED, "number of clients"),
        jobs=block.whole(_PROCESSED, "number of threads"),
        failed=failed,
        skipped=skipped,
        connection_ms=block.milliseconds("initial connection time"),
        reconnection_ms=block.milliseconds("average connection time"),
        latency_stddev_ms=block.milliseconds("latency stddev"),
        lag_avg_ms=None if lag is None else float(lag[1]),
        lag_max_ms=None if lag is None else float(lag[2]),
        statements=statements,
        statement_latencies=latencies,
    )


def _figures(
    block: Block,
    statements: Statements | None,
    *,
    failed: int | None,
    skipped: int | None,
) -> Figures:
    transactions = _transactions(block, besides=(failed or 0) + (skipped or 0))
    tps = _tps(block)
    # the time that the rate is of: -T is what was asked for, and may be overrun
    duration = transactions / tps
    figures = Figures(
        tps=tps,
        transactions=float(transactions),
        duration_s=duration,
        # to 9.5 a run by count (-t) without -P prints 0.000: it was not measured
        latency_avg_ms=block.milliseconds("latency average") or None,
        errors_per_s=None if failed is None else failed / duration,
    )
    return with_statements(figures, statements)


def _transactions(block: Block, *, besides: int) -> int:
    """How many ended well; ``besides`` are those that failed or were never begun."""
    label = "number of transactions actually processed"
    processed = block.read(_PROCESSED, label)
    if processed is None:
        raise ReportError("The report has no line “number of transactions …”.")
    transactions = int(processed[1])
    if transactions == 0:
        raise NoEventsError("No transaction ended while the tool measured.")
    if processed[2] is not None and transactions + besides < int(processed[2]):
        raise AbortedError(
            "Not all transactions that were asked for were run: clients were broken off.",
            f"{label}: {processed[0]}",
        )
    return transactions


def with_statements(figures: Figures, statements: Statements | None) -> Figures:
    """The figures with those that follow from what a transaction sends, None if unknown."""
    tps, transactions = figures.tps, figures.transactions
    if statements is None or tps is None or transactions is None:
        return replace(figures, **dict.fromkeys(_OF_STATEMENTS))
    return replace(
        figures,
        qps=tps * statements.data,
        reads_per_s=tps * statements.reads,
        writes_per_s=tps * statements.writes,
        other_per_s=tps * statements.other,
        queries=transactions * statements.data,
        reads=transactions * statements.reads,
        writes=transactions * statements.writes,
        other=transactions * statements.other,
    )


def _tps(block: Block) -> float:
    """The rate without the time that connecting took; never zero."""
    rates = [match for match in map(_TPS.fullmatch, block.lines) if match]
    found = {match[2]: float(match[1]) for match in rates}
    alone = [found[label] for label in _TPS_ALONE if label in found]
    if len(found) < len(rates) or len(alone) > 1:
        raise ReportError("The text holds more than one report.", rates[-1][0])
    if not any(alone):
        raise ReportError("The report has no rate (“tps = …”) that can be read.")
    return alone[0]
