"""What is to be known before a measured run's figure is believed or compared."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from benchruns.evidence import tpcc_facts
from benchruns.evidence.bottleneck import Limit
from benchruns.evidence.offered_load import is_carried
from benchruns.evidence.regime import UNKNOWN
from benchruns.findings import Finding
from benchruns.vocabulary import Regime, Severity


def find(
    *,
    evidence: Mapping[str, Any],
    tool_facts: Mapping[str, Any],
    is_unsettled: bool,
) -> list[Finding]:
    """The findings of one run from what its attempt and result keep (JSON)."""
    return [
        *_regime_differs(evidence.get("regime", {})),
        *_same_host(evidence.get("bottleneck", {})),
        *_client_bound(evidence.get("bottleneck", {})),
        *_rate_not_reached(tool_facts),
        *_log_not_whole(tool_facts.get("latency_log", {})),
        *tpcc_facts.findings(tool_facts),
        *_not_steady(is_unsettled=is_unsettled),
    ]


def _regime_differs(regime: Mapping[str, Any]) -> Iterator[Finding]:
    verdict, expected = regime.get("verdict"), regime.get("expected")
    if not expected or verdict in (None, UNKNOWN, expected):
        return
    numbers = regime["evidence"]
    yield Finding(
        code="regime_differs",
        severity=Severity.CAUTION,
        message=_("Expected to be %(expected)s, and measured as %(verdict)s. %(note)s")
        % {
            "expected": Regime(expected).label,
            "verdict": Regime(verdict).label,
            "note": numbers.get("note", ""),
        },
        values={
            "expected": expected,
            "verdict": verdict,
            **{
                name: numbers.get(name)
                for name in (
                    "data_over_buffer",
                    "hit_ratio",
                    "reads_per_transaction",
                    "read_time_us",
                )
            },
        },
        why=_("The regime decides what a figure can be compared with."),
        remedy=_other_size(expected),
    )


def _other_size(expected: str) -> str:
    if expected == Regime.CACHED:
        return _("Use less data, a larger buffer or a longer warm-up, and repeat.")
    if expected == Regime.OS_CACHE:
        return _(
            "Use more data than the buffer holds and less than the server's memory, warm "
            "up until it has been read once, and repeat."
        )
    if expected == Regime.MIXED:
        return _("Use somewhat more data than the buffer holds, and repeat.")
    return _("Use more data than the server has memory, and repeat.")


def _same_host(bottleneck: Mapping[str, Any]) -> Iterator[Finding]:
    numbers = bottleneck.get("evidence", {})
    if not numbers.get("is_same_host"):
        return
    yield Finding(
        code="same_host",
        severity=Severity.CAUTION,
        message=_("Client and server ran on one machine."),
        values={
            "client_cpu": numbers.get("client_cpu"),
            "other_cpu": numbers.get("other_cpu"),
            "client_idle": numbers.get("client_idle"),
        },
        why=_(
            "They took CPU, memory and disk from each other, and no network lay "
            "between them; what limited the run is less certain, too."
        ),
        remedy=_("Run the client on a machine of its own in the server's zone."),
    )


def _client_bound(bottleneck: Mapping[str, Any]) -> Iterator[Finding]:
    if bottleneck.get("verdict") != Limit.CLIENT:
        return
    numbers = bottleneck["evidence"]
    yield Finding(
        code="client_bound",
        severity=Severity.CAUTION,
        message=_("The load generator was the limit, not the server."),
        values={
            name: numbers.get(name)
            for name in ("thread_busy", "thread_cpu", "thread_wait", "client_idle")
        },
        why=_("The server could have done more than this figure says."),
        remedy=str(bottleneck.get("advice", "")),
    )


def _rate_not_reached(facts: Mapping[str, Any]) -> Iterator[Finding]:
    offered, achieved = facts.get("offered_tps"), facts.get("achieved_tps")
    if not offered or achieved is None:
        return
    if is_carried(offered, achieved, chance_tps=facts.get("chance_tps", 0.0)):
        return
    yield Finding(
        code="rate_not_reached",
        severity=Severity.CAUTION,
        message=_("%(offered)s TPS were offered and %(achieved)s achieved.")
        % {"offered": f"{offered:,.0f}", "achieved": f"{achieved:,.0f}"},
        values={
            "offered_tps": offered,
            "achieved_tps": achieved,
            "queue_length_max": facts.get("queue_length_max"),
        },
        why=_(
            "Beyond what the server can do the queue grows, and with it every latency."
        ),
        remedy=_("Offer less, or use more threads if the server has time left."),
    )


def _log_not_whole(log: Mapping[str, Any]) -> Iterator[Finding]:
    if log.get("is_whole", True):
        return
    yield Finding(
        code="latency_log_not_whole",
        severity=Severity.CAUTION,
        message=_(
            "The tool's log of transactions is not whole: there are no percentiles."
        ),
        values={"share": log.get("share"), "transactions": log.get("transactions")},
        why=_("Percentiles of a part of the run would pass for those of the run."),
        remedy=_(
            "See that the load generator's disk has room for the log, about 40 bytes a "
            "transaction, and repeat the run."
        ),
    )


def _not_steady(*, is_unsettled: bool) -> Iterator[Finding]:
    if not is_unsettled:
        return
    yield Finding(
        code="not_steady",
        severity=Severity.NOTE,
        message=_("Throughput never settled: there is no steady window."),
        why=_("A mean over a ramp depends on how long the run was."),
        remedy=_("Run longer, or with a longer warm-up."),
    )
