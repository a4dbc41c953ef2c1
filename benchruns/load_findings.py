"""Findings about a load that is not the workload's own: said of runs and of reports."""

from django.utils.translation import gettext as _

from benchruns.findings import Finding
from benchruns.vocabulary import Severity


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
