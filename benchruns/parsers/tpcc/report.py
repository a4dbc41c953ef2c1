"""The document at the end of a run of ``benchbook-tpcc``, checked against itself."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from benchruns.figures.metrics import Figures
from benchruns.parsers.errors import ReportError
from benchruns.parsers.text import json_text
from benchruns.parsers.text.json_text import amount, section, words

KINDS = ("neword", "payment", "delivery", "ostat", "slev")
PROFILES = ("hammerdb", "spec")
RETRIES = ("deadlock", "serialization", "lock_timeout")
# Printed rates follow from printed counts. They have three digits, and times are
# rounded, too: no more than this, and this share of the rate, is explained by that.
ROUNDING = 0.001
LONGEST_HISTOGRAM = 200_000  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class Latency:
    """In ms; None where no transaction of the kind ended."""

    min: float | None = None
    avg: float | None = None
    p50: float | None = None
    p90: float | None = None
    p95: float | None = None
    p99: float | None = None
    p999: float | None = None
    max: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """Transactions of one kind, or of all.

    ``count`` ended well, ``rolled_back`` of them on purpose; ``failed`` did not.
    ``retries`` are the tries that led to nothing, by reason.
    """

    count: int
    rolled_back: int
    failed: int
    retries: Mapping[str, int]
    latency: Latency
    histogram: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Counters:
    """What the server counted: before and after, with the time between.

    ``transactions`` are None where the account may not read them.
    """

    new_orders: tuple[int, int]
    new_orders_seconds: float
    transactions: tuple[int, int] | None
    seconds: float
    batch_requests: tuple[int, int] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    tool_version: str | None
    profile: str
    engine: str
    warehouses: int
    virtual_users: int
    keying_and_thinking: bool
    total: Kind
    kinds: dict[str, Kind]
    counters: Counters
    figures: Figures


def read(text: str) -> Document:
    """ReportError for whatever is not such a document."""
    document = json_text.load(text)
    if not isinstance(document, dict):
        raise ReportError("The report is not a JSON object.")
    total = _kind(section(document, "all"), "all")
    transactions = section(document, "transactions")
    kinds = {name: _kind(section(transactions, name), name) for name in KINDS}
    counters = _counters(section(document, "counters"))
    _check_sums(total, kinds)
    return Document(
        tool_version=words(document, "tool_version", longest=40) or None,
        profile=_profile(document),
        engine=words(document, "engine", longest=200),
        warehouses=_whole(document, "warehouses"),
        virtual_users=_whole(document, "virtual_users"),
        keying_and_thinking=document.get("keying_and_thinking") is True,
        total=total,
        kinds=kinds,
        counters=counters,
        figures=_figures(document, total, counters),
    )


def _profile(document: Mapping[str, object]) -> str:
    profile = words(document, "profile")
    if profile not in PROFILES:
        raise ReportError("“profile” is neither hammerdb nor spec.", profile)
    return profile


def _kind(found: Mapping[str, object], name: str) -> Kind:
    if not found:
        raise ReportError(f"The report has no “{name}”.")
    retries = section(found, "retries")
    latencies = section(found, "latency_ms")
    latency = {f.name: _float(latencies, f.name) for f in fields(Latency)}
    rising = [v for n, v in latency.items() if v is not None and n != "avg"]
    if rising != sorted(rising):
        raise ReportError(f"The latencies of “{name}” do not rise.", str(rising))
    return Kind(
        count=_whole(found, "count"),
        rolled_back=_whole(found, "rolled_back"),
        failed=_whole(found, "failed"),
        retries={each: _whole(retries, each, default=0) for each in RETRIES},
        latency=Latency(**latency),
        histogram=words(found, "histogram", longest=LONGEST_HISTOGRAM),
    )


def _check_sums(total: Kind, kinds: Mapping[str, Kind]) -> None:
    for name in ("count", "rolled_back", "failed"):
        parts = sum(getattr(kind, name) for kind in kinds.values())
        if parts != getattr(total, name):
            raise ReportError(
                f"The kinds of transaction do not add up to all (“{name}”).",
                f"{parts}, {getattr(total, name)}",
            )


def _counters(found: Mapping[str, object]) -> Counters:
    orders = _pair(found, "new_orders")
    if orders is None or "transactions" not in found:
        raise ReportError("The report has no “counters” of the server.")
    return Counters(
        new_orders=orders,
        new_orders_seconds=_seconds(found, "new_orders_seconds"),
        transactions=_pair(found, "transactions"),
        seconds=_seconds(found, "seconds"),
        batch_requests=_pair(found, "batch_requests"),
    )


def _figures(
    document: Mapping[str, object], total: Kind, counters: Counters
) -> Figures:
    measured = _seconds(document, "measured_seconds")
    tps = _required(document, "tps")
    nopm = _required(document, "nopm")
    tpm = _tpm(document, counters)
    batches = _float(document, "batch_requests_per_s")
    _check_rate("tps", tps, total.count, measured)
    _check_growth("nopm", nopm, counters.new_orders, counters.new_orders_seconds / 60)
    if counters.batch_requests is not None and batches is not None:
        _check_growth(
            "batch_requests_per_s", batches, counters.batch_requests, counters.seconds
        )
    latency = total.latency
    return Figures(
        tps=tps,
        transactions=float(total.count),
        nopm=nopm,
        tpm=tpm,
        batch_requests_per_s=batches,
        errors_per_s=total.failed / measured,
        latency_min_ms=latency.min,
        latency_avg_ms=latency.avg,
        latency_p50_ms=latency.p50,
        latency_p90_ms=latency.p90,
        latency_p95_ms=latency.p95,
        latency_p99_ms=latency.p99,
        latency_p999_ms=latency.p999,
        latency_max_ms=latency.max,
        duration_s=measured,
    )


def _tpm(document: Mapping[str, object], counters: Counters) -> float | None:
    """None where its counter could not be read."""
    if counters.transactions is None:
        if document.get("tpm") is not None:
            raise ReportError("“tpm” is given without the counter behind it.")
        return None
    tpm = _required(document, "tpm")
    _check_growth("tpm", tpm, counters.transactions, counters.seconds / 60)
    return tpm


def _check_growth(
    name: str, rate: float, readings: tuple[int, int], time: float
) -> None:
    before, after = readings
    if after < before:
        raise ReportError(
            f"The server's counter behind “{name}” fell while the tool measured: the "
            "server was started anew, or its counters were reset.",
            f"{before}, {after}",
        )
    _check_rate(name, rate, after - before, time)


def _check_rate(name: str, rate: float, count: int, time: float) -> None:
    if abs(rate - count / time) > ROUNDING + ROUNDING * rate:
        raise ReportError(
            f"“{name}” does not follow from what was counted.",
            f"{rate}, {count} in {time}",
        )


# Values -----------------------------------------------------------------------------


def _whole(found: Mapping[str, object], key: str, *, default: int | None = None) -> int:
    value = amount(found, key)
    if value is None and default is not None:
        return default
    if not isinstance(value, int):
        raise ReportError(f"“{key}” is not a whole number.", str(value))
    return value


def _float(found: Mapping[str, object], key: str) -> float | None:
    value = amount(found, key)
    try:
        return None if value is None else float(value)
    except OverflowError as error:
        raise ReportError(f"“{key}” is too large.") from error


def _required(found: Mapping[str, object], key: str) -> float:
    value = _float(found, key)
    if value is None:
        raise ReportError(f"The report has no “{key}”.")
    return value


def _seconds(found: Mapping[str, object], key: str) -> float:
    value = _required(found, key)
    if not 0.1 <= value <= 1e7:
        raise ReportError(f"“{key}” is no time that was measured.", str(value))
    return value


def _pair(found: Mapping[str, object], key: str) -> tuple[int, int] | None:
    """Two readings of a counter; None where the server has none."""
    value: Any = found.get(key)
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2:
        raise ReportError(f"“{key}” is not a pair of readings.")
    readings = {"before": value[0], "after": value[1]}
    return _whole(readings, "before"), _whole(readings, "after")
