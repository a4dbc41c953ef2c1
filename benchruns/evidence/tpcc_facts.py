"""What a run of the TPC-C-derived load says beside its figures, and what to think of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from math import sqrt
from typing import Any

from benchruns.engines import ENGINES
from benchruns.evidence import tpcc_verdict
from benchruns.figures.metrics import Figures
from benchruns.figures.weights import weighted
from benchruns.findings import Finding
from benchruns.parsers.tpcc.output import Report
from benchruns.parsers.tpcc.report import Kind
from benchruns.vocabulary import Severity

FRESH_ORDERS = 30_000  # a warehouse
# NOPM over TPM. 10 of 23 transactions are new orders, of which 1 % is rolled back:
# 0.430; published ones lie from 0.4296 to 0.4344, where the rollback was missing.
RATIO_BAND = (0.42, 0.44)
NEW_ORDERS_SHARE = 10 / 23
BAND_SLACK = 0.023  # of the ratio, on either side of 0.43
COUNTED = ("count", "rolled_back", "failed")
LAG_SECONDS = 1.0  # where sessions count late, by so much at most


def facts_of(
    report: Report, *, warehouses: int, orders_before: int, weights: Sequence[int] = ()
) -> dict[str, Any]:  # JSON
    """As ``Attempt.tool_facts`` and the result keep them; histograms stay in the output."""
    total, counters = report.total, report.counters
    nopm, tpm = report.figures.nopm, report.figures.tpm
    return {
        "profile": report.profile,
        "engine_told": report.engine,
        "keying_and_thinking": report.keying_and_thinking,
        "warehouses": report.warehouses,
        "virtual_users": report.virtual_users,
        "transactions": {
            name: {**_told(kind), "share": kind.count / total.count}
            for name, kind in report.kinds.items()
        },
        "all": _told(total),
        "counters": asdict(counters),
        "nopm_tpm_ratio": nopm / tpm if nopm is not None and tpm else None,
        "orders_before": orders_before,
        "orders_of_new_data": warehouses * FRESH_ORDERS,
        # the ratio of NOPM to TPM is another one then
        **({"weights": list(weights), "is_other_mix": True} if weights else {}),
    }


def _told(kind: Kind) -> dict[str, Any]:
    return {
        "count": kind.count,
        "rolled_back": kind.rolled_back,
        "failed": kind.failed,
        "retries": dict(kind.retries),
        "latency_ms": asdict(kind.latency),
    }


def total_of(parts: Sequence[Mapping[str, Any]], figures: Figures) -> dict[str, Any]:
    """Of several tools that loaded the server at once, as of one; ``figures`` are of all.

    Counters are the server's own, so those of the first are of all. Percentiles of a kind
    are not known: its histogram stays in each one's output.
    """
    first, everything = parts[0], _added([each["all"] for each in parts])
    kinds = {
        name: _added([each["transactions"][name] for each in parts])
        for name in first["transactions"]
    }
    return {
        **first,
        "virtual_users": sum(each["virtual_users"] for each in parts),
        "transactions": {
            name: {**kind, "share": kind["count"] / everything["count"]}
            for name, kind in kinds.items()
        },
        "all": everything,
        "nopm_tpm_ratio": figures.nopm / figures.tpm
        if figures.nopm is not None and figures.tpm
        else None,
    }


def check_total(parts: Sequence[Mapping[str, Any]], seconds: float) -> None:
    """BenchbookError where all of them together saw other new orders end than the server
    counted; ``seconds`` is the measured time."""
    counters = parts[0]["counters"]
    before, after = counters["new_orders"]
    orders = [each["transactions"]["neword"] for each in parts]
    ended = sum(each["count"] - each["rolled_back"] for each in orders)
    tpcc_verdict.check_orders(
        rate=ended / seconds,
        users=sum(each["virtual_users"] for each in parts),
        found=after - before,
        seconds=counters["new_orders_seconds"],
        measured_seconds=seconds,
    )


def _added(parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    latencies = [each["latency_ms"] for each in parts]
    counts = [each["count"] for each in parts]
    averages = (each["avg"] for each in latencies)
    return {
        **{name: sum(each[name] for each in parts) for name in COUNTED},
        "retries": {
            name: sum(each["retries"].get(name, 0) for each in parts)
            for name in {name: None for each in parts for name in each["retries"]}
        },
        "latency_ms": {
            **dict.fromkeys(latencies[0]),
            "min": min(
                (e["min"] for e in latencies if e["min"] is not None), default=None
            ),
            "max": max(
                (e["max"] for e in latencies if e["max"] is not None), default=None
            ),
            "avg": weighted(zip(averages, counts, strict=True)),
        },
    }


def findings(facts: Mapping[str, Any]) -> Iterator[Finding]:
    """Of the facts of one run; none where they are another workload's."""
    if "nopm_tpm_ratio" not in facts:
        return
    yield from _unread(facts)
    yield from _ratio(facts)
    yield from _grown(facts)
    yield from _shared(facts)


def _unread(facts: Mapping[str, Any]) -> Iterator[Finding]:
    """Of SQL Server alone: elsewhere any account may read what TPM counts."""
    if facts["counters"]["transactions"] is not None:
        return
    yield Finding(
        code="counters_not_readable",
        severity=Severity.NOTE,
        values={},
    )


def _ratio(facts: Mapping[str, Any]) -> Iterator[Finding]:
    ratio = facts["nopm_tpm_ratio"]
    if facts["keying_and_thinking"] or facts.get("is_other_mix") or ratio is None:
        return
    least, most = _band(facts)
    if least <= ratio <= most:
        return
    yield Finding(
        code="nopm_tpm_ratio",
        severity=Severity.CAUTION,
        values={"ratio": ratio, "least": least, "most": most},
    )


def _band(facts: Mapping[str, Any]) -> tuple[float, float]:
    """``RATIO_BAND``, wider where few transactions or a short time explain more.

    Kinds are drawn by chance: three standard deviations of the new orders' share. What
    an engine's sessions count late is missing at one end of the time and there at the
    other.
    """
    count = max(facts["all"]["count"], 1)
    chance = 3 * sqrt((1 - NEW_ORDERS_SHARE) / (NEW_ORDERS_SHARE * count))
    is_late = _counts_late(facts["engine_told"])
    lag = LAG_SECONDS / facts["counters"]["seconds"] if is_late else 0.0
    more = max(0.0, chance + lag - BAND_SLACK)
    least, most = RATIO_BAND
    return least * (1 - more), most * (1 + more)


def _counts_late(engine: str) -> bool:
    """By what the tool calls it: its label and a version."""
    families = {
        each.family for each in ENGINES.values() if engine.startswith(each.label)
    }
    return any(family.counts_late for family in families)


def _grown(facts: Mapping[str, Any]) -> Iterator[Finding]:
    more = facts["orders_before"] - facts["orders_of_new_data"]
    if more <= 0:
        return
    share = more / facts["orders_of_new_data"]
    yield Finding(
        code="data_grown",
        severity=Severity.NOTE,
        values={"orders": more, "share": share},
    )


def _shared(facts: Mapping[str, Any]) -> Iterator[Finding]:
    """Users that wait most of their time seldom meet."""
    users, warehouses = facts["virtual_users"], facts["warehouses"]
    if users <= warehouses or facts["keying_and_thinking"]:
        return
    yield Finding(
        code="virtual_users_over_warehouses",
        severity=Severity.NOTE,
        values={"virtual_users": users, "warehouses": warehouses},
    )
