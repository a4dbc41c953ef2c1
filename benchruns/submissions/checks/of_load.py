"""Checks of each result by itself: do its figures fit the load that it states."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.models import Result
from benchruns.results.datachecks import memory
from benchruns.results.datachecks.results import row_of
from benchruns.submissions.checks import coverage
from benchruns.submissions.checks.check import Check, Outcome, listed
from benchruns.submissions.rating.rating import COVERED
from benchruns.submissions.understanding.understanding import Run
from benchruns.vocabulary import Variant
from benchruns.workloads import WORKLOADS

# Of statements a transaction: what errors and the end of a run may leave part-way.
MIX_APART = 0.02
# Work in flight over connections: a mean of rounded figures, and a ramp at both ends.
MORE_IN_FLIGHT, LESS_IN_FLIGHT = 1.05, 0.5
# The latency of these tools is that of a whole transaction, and each connection has one.
_CLOSED_LOOPS = frozenset({"sysbench", "pgbench"})
REGIME_LABEL = "regime_label"  # the code of the data check


def statement_mix(results: Sequence[Result]) -> Check | None:
    """Statements a transaction, as far as reports count them."""
    known = [(result, sent) for result in results if (sent := _sent(result))]
    if not known:
        return None
    wrong = [(result, sent) for result, sent in known if not _is_mix(result, sent)]
    if not wrong:
        return Check(
            code="statement_mix",
            outcome=Outcome.OK,
            message=_("Each transaction sent the statements of its workload."),
        )
    _result, sent = wrong[0]
    return Check(
        code="statement_mix",
        outcome=Outcome.CAUTION,
        message=ngettext(
            "A result did not send its workload's statements: "
            "reads %(reads)s, writes %(writes)s, others %(other)s a transaction.",
            "%(count)d results did not send their workload's statements: "
            "reads %(reads)s, writes %(writes)s, others %(other)s a transaction.",
            len(wrong),
        )
        % {"count": len(wrong), **{name: f"{n:.4g}" for name, n in sent.items()}},
        results=tuple(str(each.pk) for each, _sent_by_it in wrong),
        values=dict(sent),
        remedy=_("State the workload that was run, or the options that changed it."),
    )


def _sent(result: Result) -> dict[str, float] | None:
    names = ("reads", "writes", "other")
    totals = {name: getattr(result, name) for name in names}
    if not result.transactions or None in totals.values() or _wanted(result) is None:
        return None
    if set(names) & result.derived.keys():
        return None
    return {name: value / result.transactions for name, value in totals.items()}


def _wanted(result: Result) -> Mapping[str, int] | None:
    name = result.workload
    workload = WORKLOADS.get(name)
    if workload is None:
        return None
    no_transactions = result.variant == Variant.NO_TRANSACTIONS
    return {**workload.statements, **({"other": 0} if no_transactions else {})}


def _is_mix(result: Result, sent: Mapping[str, float]) -> bool:
    wanted = _wanted(result) or {}
    repeated = (result.errors_per_s or 0.0) * (result.duration_s or 0.0)
    slack = MIX_APART + repeated / (result.transactions or 1)
    return all(
        abs(sent[name] - count) <= max(count, 1) * slack
        for name, count in wanted.items()
    )


def in_flight(results: Sequence[Result]) -> Check | None:
    """TPS times latency is the work in flight: at most one transaction a connection."""
    known = [(r, share) for r in results if (share := _share_in_flight(r)) is not None]
    if not known:
        return None
    for result, share in known:
        if share > MORE_IN_FLIGHT:
            return _flight(
                result,
                share,
                Outcome.CAUTION,
                _(
                    "TPS × mean latency makes %(flight)s transactions at a time, more "
                    "than %(threads)s threads can have: the figures are not of one run."
                ),
            )
    for result, share in known:
        if share < LESS_IN_FLIGHT and result.variant != Variant.RATE_LIMITED:
            return _flight(
                result,
                share,
                Outcome.NOTE,
                _(
                    "TPS × mean latency makes %(flight)s transactions at a time, of "
                    "%(threads)s threads: the client kept them waiting."
                ),
            )
    return Check(
        code="in_flight",
        outcome=Outcome.OK,
        message=_("TPS, latency and threads fit each other."),
    )


def _flight(result: Result, share: float, outcome: Outcome, message: str) -> Check:
    threads = result.threads or 0
    return Check(
        code="in_flight",
        outcome=outcome,
        message=message
        % {"flight": f"{share * threads:,.4g}", "threads": f"{threads:,}"},
        results=(str(result.pk),),
        values={"threads": threads, "in_flight": share * threads},
        remedy=_("Check the number of threads, and where each figure was read."),
    )


def _share_in_flight(result: Result) -> float | None:
    if result.tool not in _CLOSED_LOOPS:
        return None
    if not (result.tps and result.latency_avg_ms and result.threads):
        return None
    if {"tps", "latency_avg_ms"} & result.derived.keys():
        return None
    return result.tps * result.latency_avg_ms / 1000 / result.threads


def regime(results: Sequence[Result]) -> Check | None:
    """The claim against sizes: nothing else in an uploaded report can show it.

    Results whose sizes belie it have a finding, which everybody reads.
    """
    doubts = [
        (result, finding)
        for result in results
        for finding in result.findings
        if finding["code"] == REGIME_LABEL
    ]
    if doubts:
        return Check(
            code="regime",
            outcome=Outcome.CAUTION,
            message=doubts[0][1]["message"],
            results=tuple(str(result.pk) for result, _finding in doubts),
            remedy=_("Correct the regime, or state the size of data and buffer."),
        )
    claimed = [result for result in results if result.regime]
    if not claimed:
        return None
    unknown = [result for result in claimed if memory.sizes(row_of(result)) is None]
    if unknown:
        return Check(
            code="regime",
            outcome=Outcome.NOTE,
            message=_("The regime is claimed; no sizes are stated that could show it."),
            results=tuple(str(result.pk) for result in unknown),
            remedy=_("State the size of the data, and paste the server's settings."),
        )
    return Check(
        code="regime",
        outcome=Outcome.OK,
        message=_("The size of the data fits the regime that is claimed."),
    )


def samples(runs: Sequence[Run]) -> Check | None:
    if not runs:
        return None
    shares = [(run, coverage.share(run)) for run in runs]
    without = [run for run, share in shares if share is None]
    partial = [(run, share) for run, share in shares if share and share < COVERED]
    if partial:
        named = [f"{run.file.name} ({share:.0%})" for run, share in partial]
        return Check(
            code="samples",
            outcome=Outcome.CAUTION,
            message=_("The samples cover only a part of the measured time: %(names)s.")
            % {"names": listed(named)},
            values={"share": min(share for _run, share in partial)},
            remedy=_("Upload the output whole, with all lines of its intervals."),
        )
    if without:
        return Check(
            code="samples",
            outcome=Outcome.NOTE,
            message=ngettext(
                "%(count)d of %(all)d results has no samples.",
                "%(count)d of %(all)d results have no samples.",
                len(without),
            )
            % {"count": len(without), "all": len(runs)},
            values={"without": len(without), "all": len(runs)},
            remedy=_(
                "Let the tool print its intervals: --report-interval=1, or -P 1 of "
                "pgbench."
            ),
        )
    return Check(
        code="samples",
        outcome=Outcome.OK,
        message=_("The samples cover the whole measured time."),
    )
