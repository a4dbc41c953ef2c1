"""How a run of pgbench differed from the papers' runs, by what its report prints."""

from collections.abc import Iterator, Mapping

from benchruns.findings import Finding
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
        yield _as_text(printed["query_mode"])
    yield from _not_done(printed)
    if printed.get("failed_transactions") and "latency_stddev_ms" not in printed:
        yield _with_failures()


def samples_unread(lines: int) -> Iterator[Finding]:
    """``lines`` begin as those of progress do, and cannot be read."""
    if lines:
        yield Finding(
            code="samples_unread", severity=Severity.CAUTION, values={"lines": lines}
        )


def _not_done(printed: Mapping[str, Scalar]) -> Iterator[Finding]:
    done, failed, skipped = (
        float(printed.get(name) or 0)
        for name in ("transactions", "failed_transactions", "skipped_transactions")
    )
    every = done + failed + skipped
    yield from load_findings.many_failed(failed, of=every)
    yield from load_findings.many_skipped(skipped, of=every)


def _connects_anew(connecting_ms: Scalar) -> Finding:
    return Finding(
        code="connects_each_time",
        severity=Severity.CAUTION,
        values={"average_connection_time_ms": connecting_ms},
    )


def _as_text(query_mode: Scalar) -> Finding:
    return Finding(
        code="statements_as_text",
        severity=Severity.CAUTION,
        values={"query_mode": query_mode},
    )


def _with_failures() -> Finding:
    return Finding(
        code="latency_with_failures",
        severity=Severity.NOTE,
    )
