"""What is to be known of a sysbench report before its figures are compared."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.figures.metrics import Interval
from benchruns.findings import Finding, Worded
from benchruns.vocabulary import Severity
from benchruns.workloads.statement_mix import Statements

MANY_ERRORS = 0.01  # of the transactions: above it the load is another one
LATE = 1.5  # a first sample later than so many intervals was not the first


def errors_ignored(*, errors: float, transactions: float) -> Iterator[Finding]:
    """``errors`` and ``transactions`` are both counts or both rates."""
    share = errors / transactions
    if not errors:
        return
    yield Worded(
        code="errors_ignored",
        severity=Severity.CAUTION if share > MANY_ERRORS else Severity.NOTE,
        message=_(
            "%(share)s %% of the transactions ended in an error and were repeated."
        )
        % {"share": f"{100 * share:.2g}"},
        values={"errors": errors, "transactions": transactions, "share": share},
        why=_(
            "The tool counts statements of failed transactions as work done and their "
            "time as latency, so QPS looks better and latency worse than the TPS."
        ),
        remedy=_("See which errors the server reported, mostly deadlocks."),
    )


def no_percentile() -> Finding:
    return Worded(
        code="no_percentile",
        severity=Severity.NOTE,
        message=_("No latency percentile is known."),
        why=_("A mean hides the slow transactions that users notice."),
        remedy=_("Run sysbench with --percentile=95, or with --histogram."),
    )


def percentile_unnamed() -> Finding:
    return Worded(
        code="percentile_unnamed",
        severity=Severity.NOTE,
        message=_("The latency is a percentile, but the text does not say which."),
        why=_("Different percentiles cannot be compared; sysbench's default is 95."),
        remedy=_("The final block of the output, or the command, names it."),
    )


def unknown_mix(statements: Statements) -> Finding:
    each = statements.each
    message = (
        _("Too many transactions were repeated to tell the workload.")
        if statements.are_blurred
        else _(
            "Reads %(reads)g, writes %(writes)g, others %(other)g a transaction: no "
            "workload known here sends these."
        )
        % each
    )
    return Worded(
        code="statement_mix",
        severity=Severity.CAUTION,
        message=message,
        values=dict(each),
        why=_("Transactions that do other work cannot be compared by their number."),
        remedy=_(
            "Repeat the run with a script of this site to compare it with others."
        ),
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
    yield Worded(
        code="samples_partial",
        severity=Severity.NOTE,
        message=_("The samples begin at second %(first)s.") % {"first": first},
        values={
            "first_s": first,
            "last_s": intervals[-1].second,
            "duration_s": duration_s,
        },
        why=_("Whether the load was steady shows in the whole run only."),
        remedy=_("The tool's whole output would show it."),
    )


def warned(count: int) -> Iterator[Finding]:
    """That the tool itself warned; its words are not for everybody who reads findings."""
    if count:
        message = ngettext(
            "The tool printed %(count)d warning.",
            "The tool printed %(count)d warnings.",
            count,
        )
        yield Worded(
            code="tool_warning",
            severity=Severity.NOTE,
            message=message % {"count": count},
            values={"warnings": count},
            remedy=_("The tool's output has its words."),
        )
