"""Findings about a load that is not the workload's own: said of runs and of reports."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from benchruns.findings import Finding
from benchruns.vocabulary import Severity

MANY = 0.01  # of all transactions: above it the load is another one


def no_transactions() -> Finding:
    return Finding(
        code="no_transactions",
        severity=Severity.CAUTION,
        message=_("Measured without BEGIN and COMMIT."),
        why=_(
            "Each statement commits by itself, so a transaction here is not the "
            "workload's and its TPS stands for less or other work."
        ),
        remedy=_("Repeat the run without skip_trx to compare it with others."),
    )


def rate_limited(rate: float | None) -> Finding:
    """``rate`` is None where it is seen that there was one, but not which."""
    message = (
        _("The load was limited to a fixed rate.")
        if rate is None
        else _("The load was limited to %(rate)s transactions a second.")
        % {"rate": f"{rate:,}"}
    )
    return Finding(
        code="rate_limited",
        severity=Severity.CAUTION,
        message=message,
        values={} if rate is None else {"rate": rate},
        why=_(
            "TPS and QPS show what was offered, not what the server can do; the "
            "latencies are those below saturation."
        ),
        remedy=_("Repeat the run without rate to measure the most it can do."),
    )


def many_failed(failed: float, *, of: float) -> Iterator[Finding]:
    """``of`` is how many there were, whatever became of them."""
    if not of or failed / of <= MANY:
        return
    yield Finding(
        code="many_errors",
        severity=Severity.CAUTION,
        message=_("%(share)s %% of the transactions failed: %(failed)s of %(of)s.")
        % {
            "share": f"{100 * failed / of:.2g}",
            "failed": f"{failed:,.0f}",
            "of": f"{of:,.0f}",
        },
        values={"failed": failed, "begun": of, "share": failed / of},
        why=_(
            "The server spent time on them, and what failed may be the work that "
            "others waited for: it is another load."
        ),
        remedy=_("See which errors the server reported, mostly deadlocks."),
    )


def many_skipped(skipped: float, *, of: float) -> Iterator[Finding]:
    """``of`` is how many there were, with those that were never begun."""
    if not of or skipped / of <= MANY:
        return
    yield Finding(
        code="many_skipped",
        severity=Severity.CAUTION,
        message=_(
            "%(share)s %% of the transactions were skipped: %(skipped)s of %(of)s."
        )
        % {
            "share": f"{100 * skipped / of:.2g}",
            "skipped": f"{skipped:,.0f}",
            "of": f"{of:,.0f}",
        },
        values={"skipped": skipped, "planned": of, "share": skipped / of},
        why=_(
            "They were too late to be begun, so the slowest of what was offered is not "
            "in the latency."
        ),
        remedy=_("Repeat the run at a lower rate, or without a limit of latency."),
    )
