"""How a run of pgbench differed from the papers' runs, by what its report prints."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from benchruns.findings import Finding, Worded
from benchruns.parsers.tool_report import Scalar
from benchruns.vocabulary import Severity
from benchruns.workloads import load_findings


def findings(printed: Mapping[str, Scalar]) -> Iterator[Finding]:
    """``printed`` as ``pgbench_printed`` gives it."""
    if "schedule_lag_avg_ms" in printed:
        yield load_findings.rate_limited(None)
    if "average_connection_time_ms" in printed:
        yield _connects_anew(printed["average_connection_time_ms"])
    if printed.get("query_mode") in ("simple", "extended"):
        yield _as_text()
    yield from _not_done(printed)
    if printed.get("failed_transactions") and "latency_stddev_ms" not in printed:
        yield _with_failures()


def _not_done(printed: Mapping[str, Scalar]) -> Iterator[Finding]:
    done, failed, skipped = (
        float(printed.get(name) or 0)
        for name in ("transactions", "failed_transactions", "skipped_transactions")
    )
    every = done + failed + skipped
    yield from load_findings.many_failed(failed, of=every)
    yield from load_findings.many_skipped(skipped, of=every)


def _connects_anew(connecting_ms: Scalar) -> Finding:
    return Worded(
        code="connects_each_time",
        severity=Severity.CAUTION,
        message=_("Each transaction made a connection of its own."),
        values={"average_connection_time_ms": connecting_ms},
        why=_("TPS and latency contain the time that connecting took."),
        remedy=_("Repeat the run without -C to compare it with others."),
    )


def _as_text() -> Finding:
    return Worded(
        code="statements_as_text",
        severity=Severity.CAUTION,
        message=_("Measured without prepared statements."),
        why=_(
            "The server reads and plans the text of each statement anew, which "
            "costs it time that the papers' runs did not spend."
        ),
        remedy=_("Repeat the run with -M prepared to compare it with others."),
    )


def _with_failures() -> Finding:
    return Worded(
        code="latency_with_failures",
        severity=Severity.NOTE,
        message=_("The mean latency contains failed transactions."),
        why=_(
            "Without -P, -R or -L pgbench measures no latency: it divides the time of "
            "the run by all transactions, failed ones included."
        ),
        remedy=_("Add -P 1 to the command."),
    )
