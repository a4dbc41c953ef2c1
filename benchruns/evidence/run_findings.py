"""What is to be known before a measured run's figure is believed or compared."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchruns.evidence import generators, measurement, tpcc_facts
from benchruns.evidence.bottleneck import Limit
from benchruns.evidence.offered_load import is_carried
from benchruns.evidence.regime import UNKNOWN
from benchruns.evidence.steady import Second
from benchruns.findings import Finding
from benchruns.vocabulary import Severity


def find(
    *,
    evidence: Mapping[str, Any],
    tool_facts: Mapping[str, Any],
    samples: Sequence[Second] = (),
    seconds: float | None = None,
    is_regime_published: bool = False,
) -> list[Finding]:
    """The findings of one run from what its attempt and result keep (JSON).

    ``samples`` and ``seconds`` are of the measured time; ``is_regime_published`` where
    the regime that was expected is that of the row the run repeats.
    """
    return [
        *_regime_differs(evidence.get("regime", {}), is_published=is_regime_published),
        *_same_host(evidence.get("bottleneck", {})),
        *_client_bound(evidence.get("bottleneck", {})),
        *_rate_not_reached(tool_facts),
        *_log_not_whole(tool_facts.get("latency_log", {})),
        *tpcc_facts.findings(tool_facts),
        *generators.findings(tool_facts.get("generators", ()), seconds=seconds),
        *measurement.of_samples(samples),
        *measurement.of_time(seconds),
    ]


def _regime_differs(
    regime: Mapping[str, Any], *, is_published: bool
) -> Iterator[Finding]:
    verdict, expected = regime.get("verdict"), regime.get("expected")
    if not expected or verdict in (None, UNKNOWN, expected):
        return
    numbers = regime["evidence"]
    yield Finding(
        code="regime_differs",
        severity=Severity.CAUTION,
        values={
            "expected": expected,
            "is_published": is_published,
            "verdict": verdict,
            "reason": numbers.get("reason"),
            "flush_method": numbers.get("flush_method"),
            **{
                name: numbers.get(name)
                for name in (
                    "data_over_buffer",
                    "hit_ratio",
                    "reads_per_transaction",
                    "read_time_us",
                    "reading_share",
                )
            },
        },
    )


def _same_host(bottleneck: Mapping[str, Any]) -> Iterator[Finding]:
    numbers = bottleneck.get("evidence", {})
    if not numbers.get("is_same_host"):
        return
    yield Finding(
        code="same_host",
        severity=Severity.CAUTION,
        values={
            "client_cpu": numbers.get("client_cpu"),
            "other_cpu": numbers.get("other_cpu"),
            "server_cpu": numbers.get("server_cpu"),
            "programs_cpu": numbers.get("programs_cpu"),
            "client_idle": numbers.get("client_idle"),
        },
    )


def _client_bound(bottleneck: Mapping[str, Any]) -> Iterator[Finding]:
    if bottleneck.get("verdict") != Limit.CLIENT:
        return
    numbers = bottleneck["evidence"]
    yield Finding(
        code="client_bound",
        severity=Severity.CAUTION,
        values={
            "reason": bottleneck.get("reason"),
            **{
                name: numbers.get(name)
                for name in ("thread_busy", "thread_cpu", "thread_wait", "client_idle")
            },
        },
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
        values={
            "offered_tps": offered,
            "achieved_tps": achieved,
            "queue_length_max": facts.get("queue_length_max"),
        },
    )


def _log_not_whole(log: Mapping[str, Any]) -> Iterator[Finding]:
    if log.get("is_whole", True):
        return
    yield Finding(
        code="latency_log_not_whole",
        severity=Severity.CAUTION,
        values={"share": log.get("share"), "transactions": log.get("transactions")},
    )
