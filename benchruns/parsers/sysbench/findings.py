"""What is to be known of a sysbench report before its figures are compared."""

from collections.abc import Iterator, Sequence

from benchruns.figures.metrics import Interval
from benchruns.findings import Finding
from benchruns.vocabulary import Severity
from benchruns.workloads.statement_mix import Statements

MANY_ERRORS = 0.01  # of the transactions: above it the load is another one
MANY_MISSED = 0.01  # of the writes: above it the load is a lighter one
LATE = 1.5  # a first sample later than so many intervals was not the first


def errors_ignored(*, errors: float, transactions: float) -> Iterator[Finding]:
    """``errors`` and ``transactions`` are both counts or both rates."""
    share = errors / transactions
    if not errors:
        return
    yield Finding(
        code="errors_ignored",
        severity=Severity.CAUTION if share > MANY_ERRORS else Severity.NOTE,
        values={"errors": errors, "transactions": transactions, "share": share},
    )


def no_percentile() -> Finding:
    return Finding(
        code="no_percentile",
        severity=Severity.NOTE,
    )


def percentile_unnamed() -> Finding:
    return Finding(
        code="percentile_unnamed",
        severity=Severity.NOTE,
    )


def unknown_mix(statements: Statements) -> Finding:
    each = statements.each
    return Finding(
        code="statement_mix",
        severity=Severity.CAUTION,
        values={**each, "are_blurred": statements.are_blurred},
    )


def writes_without_row(share: float) -> Iterator[Finding]:
    """``share`` is of the writes that the workload sends."""
    if share:
        yield Finding(
            code="writes_without_row",
            severity=Severity.CAUTION if share > MANY_MISSED else Severity.NOTE,
            values={"share": share},
        )


def samples_partial(
    intervals: Sequence[Interval], *, duration_s: float | None
) -> Iterator[Finding]:
    """Samples that begin late: a listing often shows the end of a run alone."""
    if len(intervals) < 2:
        return
    first, second = intervals[0].second, intervals[1].second
    step = second - first
    if step < 1 or first <= step * LATE:
        return
    yield Finding(
        code="samples_partial",
        severity=Severity.NOTE,
        values={
            "first_s": first,
            "last_s": intervals[-1].second,
            "duration_s": duration_s,
        },
    )


def samples_unread(lines: int) -> Iterator[Finding]:
    """``lines`` begin as those of intervals do, and cannot be read."""
    if lines:
        yield Finding(
            code="samples_unread", severity=Severity.CAUTION, values={"lines": lines}
        )


def warned(count: int) -> Iterator[Finding]:
    """That the tool itself warned; its words are not for everybody who reads findings."""
    if count:
        yield Finding(
            code="tool_warning",
            severity=Severity.NOTE,
            values={"warnings": count},
        )
