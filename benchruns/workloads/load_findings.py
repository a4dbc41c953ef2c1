"""Findings about a load that is not the workload's own: said of runs and of reports."""

from collections.abc import Iterator, Mapping
from typing import Any

from benchruns.findings import Finding
from benchruns.vocabulary import Severity
from benchruns.workloads.custom import script as custom

MANY = 0.01  # of all transactions: above it the load is another one


def no_transactions() -> Finding:
    return Finding(
        code="no_transactions",
        severity=Severity.CAUTION,
    )


def rate_limited(rate: float | None) -> Finding:
    """``rate`` is None where it is seen that there was one, but not which."""
    return Finding(
        code="rate_limited",
        severity=Severity.CAUTION,
        values={} if rate is None else {"rate": rate},
    )


def own_script(facts: Mapping[str, Any]) -> Iterator[Finding]:
    """``facts`` are the tool's, of a run."""
    if custom.FACTS in facts:
        yield Finding(
            code="own_script",
            severity=Severity.NOTE,
            values={
                "script": facts[custom.FACTS]["name"],
                "sha256": facts[custom.FACTS]["sha256"],
            },
        )


def many_failed(failed: float, *, of: float) -> Iterator[Finding]:
    """``of`` is how many there were, whatever became of them."""
    if not of or failed / of <= MANY:
        return
    yield Finding(
        code="many_errors",
        severity=Severity.CAUTION,
        values={"failed": failed, "begun": of, "share": failed / of},
    )


def many_skipped(skipped: float, *, of: float) -> Iterator[Finding]:
    """``of`` is how many there were, with those that were never begun."""
    if not of or skipped / of <= MANY:
        return
    yield Finding(
        code="many_skipped",
        severity=Severity.CAUTION,
        values={"skipped": skipped, "planned": of, "share": skipped / of},
    )
