"""How many of the clients were at work, told by what their statements took.

Without -P, -R or -L pgbench measures no latency: it divides the time of all clients by
the transactions. So the time of clients that were broken off, which it says on its
standard error alone, counts as latency of the others, and so does the time that the
load generator itself took. The times of the statements (``-r``) have neither.
"""

from collections.abc import Iterator

from benchruns.findings import Finding
from benchruns.parsers.pgbench.load import (
    APART_UNMEASURED,
    latency_of_statements,
    listed_ms,
    rounded_ms,
)
from benchruns.parsers.pgbench.output import Report
from benchruns.parsers.plausible import CODE
from benchruns.vocabulary import Severity

# Of runs of one short statement pgbench itself takes up to 28 % (11 of 39 us); of the
# papers' read/write script less than 1 %.
BUSY, LOST = 0.9, 0.7


def findings(report: Report) -> Iterator[Finding]:
    """None where failures or retries make the means of different numbers of tries."""
    latency, listed = latency_of_statements(report), listed_ms(report)
    is_blurred = report.failed or any(
        each.retries for each in report.statement_latencies
    )
    if not latency or not listed or is_blurred:
        return
    if listed > latency * (1 + APART_UNMEASURED) + rounded_ms(report):
        yield _at_odds(listed, latency)
    elif listed + rounded_ms(report) < BUSY * latency:
        yield _idle(listed, latency, clients=report.clients)


def _idle(listed: float, latency: float, *, clients: int | None) -> Finding:
    share = listed / latency
    return Finding(
        code="clients_idle",
        severity=Severity.NOTE if share >= LOST else Severity.CAUTION,
        values={
            "listed_ms": listed,
            "latency_ms": latency,
            "clients": clients,
            "at_work": None if clients is None else share * clients,
        },
    )


def _at_odds(listed: float, latency: float) -> Finding:
    return Finding(
        code=CODE,
        severity=Severity.CAUTION,
        values={
            "latency_avg_ms": latency,
            "formula": "sum of statement latencies",
            "made": listed,
            "unlike": "latency_avg_ms",
        },
    )
