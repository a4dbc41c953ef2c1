"""Checks of each result by itself: do its figures fit the load that it states."""

from collections.abc import Mapping, Sequence

from benchruns.findings import OF_REGIME, Finding
from benchruns.models import Result
from benchruns.results.datachecks import memory
from benchruns.results.datachecks.results import row_of
from benchruns.submissions.checks import coverage
from benchruns.submissions.checks.outcome import Outcome, named
from benchruns.submissions.understanding.understood import Run
from benchruns.vocabulary import LIMITED, WITHOUT_TRANSACTIONS
from benchruns.workloads import WORKLOADS

# Of statements a transaction: what errors and the end of a run may leave part-way.
MIX_APART = 0.02
# Work in flight over connections: a mean of rounded figures, and a ramp at both ends.
MORE_IN_FLIGHT, LESS_IN_FLIGHT = 1.05, 0.5
# The latency of these tools is that of a whole transaction, and each connection has one.
_CLOSED_LOOPS = frozenset({"sysbench", "pgbench"})


def statement_mix(results: Sequence[Result]) -> Finding | None:
    """Statements a transaction, as far as reports count them."""
    known = [(result, sent) for result in results if (sent := _sent(result))]
    if not known:
        return None
    wrong = [(result, sent) for result, sent in known if not _is_mix(result, sent)]
    if not wrong:
        return Finding(
            code="statement_mix",
            severity=Outcome.OK,
        )
    _result, sent = wrong[0]
    return Finding(
        code="statement_mix",
        severity=Outcome.CAUTION,
        results=tuple(str(each.pk) for each, _sent_by_it in wrong),
        values={**sent, "count": len(wrong)},
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
    no_transactions = result.variant in WITHOUT_TRANSACTIONS
    return {**workload.statements, **({"other": 0} if no_transactions else {})}


def _is_mix(result: Result, sent: Mapping[str, float]) -> bool:
    wanted = _wanted(result) or {}
    repeated = (result.errors_per_s or 0.0) * (result.duration_s or 0.0)
    slack = MIX_APART + repeated / (result.transactions or 1)
    counted = [(sent[name], count) for name, count in wanted.items()]
    if _are_near(counted, slack):
        return True
    # sysbench counts a write that met no row as other: a finding says how many
    together = (sent["writes"] + sent["other"], wanted["writes"] + wanted["other"])
    return 1 <= sent["writes"] < wanted["writes"] and _are_near(
        [(sent["reads"], wanted["reads"]), together], slack
    )


def _are_near(counted: Sequence[tuple[float, int]], slack: float) -> bool:
    return all(abs(sent - count) <= max(count, 1) * slack for sent, count in counted)


def in_flight(results: Sequence[Result]) -> Finding | None:
    """TPS times latency is the work in flight: at most one transaction a connection."""
    known = [(r, share) for r in results if (share := _share_in_flight(r)) is not None]
    if not known:
        return None
    for result, share in known:
        if share > MORE_IN_FLIGHT:
            return _flight(result, share, Outcome.CAUTION)
    for result, share in known:
        if share < LESS_IN_FLIGHT and result.variant not in LIMITED:
            return _flight(result, share, Outcome.NOTE)
    return Finding(code="in_flight", severity=Outcome.OK)


def _flight(result: Result, share: float, outcome: Outcome) -> Finding:
    threads = result.threads or 0
    return Finding(
        code="in_flight",
        severity=outcome,
        results=(str(result.pk),),
        values={"threads": threads, "in_flight": share * threads},
    )


def _share_in_flight(result: Result) -> float | None:
    if result.tool not in _CLOSED_LOOPS:
        return None
    if not (result.tps and result.latency_avg_ms and result.threads):
        return None
    if {"tps", "latency_avg_ms"} & result.derived.keys():
        return None
    return result.tps * result.latency_avg_ms / 1000 / result.threads


def regime(results: Sequence[Result]) -> Finding | None:
    """The claim against sizes: nothing else in an uploaded report can show it.

    Results whose sizes belie it, or that state none, have a finding, which everybody reads.
    """
    doubts = [
        (result, finding)
        for result in results
        for finding in result.findings
        if finding["code"] in OF_REGIME
    ]
    if doubts:
        return Finding(
            code="regime",
            severity=Outcome.CAUTION,
            results=tuple(str(result.pk) for result, _finding in doubts),
            values={"finding": doubts[0][1]},
        )
    claimed = [result for result in results if result.regime]
    if not claimed:
        return None
    unknown = [result for result in claimed if memory.sizes(row_of(result)) is None]
    if unknown:
        return Finding(
            code="regime",
            severity=Outcome.NOTE,
            results=tuple(str(result.pk) for result in unknown),
        )
    return Finding(code="regime", severity=Outcome.OK)


def samples(runs: Sequence[Run]) -> Finding | None:
    if not runs:
        return None
    shares = [(run, coverage.share(run)) for run in runs]
    without = [run for run, share in shares if share is None]
    partial = [
        (run, share) for run, share in shares if share and not coverage.is_covered(run)
    ]
    if partial:
        files = [{"file": run.file.name, "share": share} for run, share in partial]
        return Finding(
            code="samples",
            severity=Outcome.CAUTION,
            values={"share": min(share for _run, share in partial), **named(files)},
        )
    if without:
        return Finding(
            code="samples",
            severity=Outcome.NOTE,
            values={"without": len(without), "all": len(runs)},
        )
    return Finding(code="samples", severity=Outcome.OK)
