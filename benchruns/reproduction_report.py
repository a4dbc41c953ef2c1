"""A published row beside the run that repeats it: ratios, and what was not the same."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext as _

from benchruns.models import Result
from benchruns.reproduction import published_data_bytes, published_ratio
from benchruns.units import size_text

# Rates alone: totals depend on the duration, and no paper prints latencies.
COMPARED = ("tps", "qps", "reads_per_s", "writes_per_s")
SAME, DIFFERS, UNKNOWN = "same", "differs", "unknown"
ALIKE = 1.05  # two sizes within this share of each other are called the same


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One figure, published and measured; ``ratio`` is measured over published."""

    figure: str
    published: float
    measured: float | None

    @property
    def ratio(self) -> float | None:
        if self.measured is None or not self.published:
            return None
        return self.measured / self.published


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """One condition of both; null is not stated or not known. ``state`` is same,
    differs or unknown."""

    name: str
    label: str
    published: Any  # JSON scalar
    here: Any  # JSON scalar

    @property
    def state(self) -> str:
        if self.published is None or self.here is None:
            return UNKNOWN
        return SAME if _is_alike(self.published, self.here) else DIFFERS

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "state": self.state}


def pairs(published: Result, measured: Result) -> list[Pair]:
    """The rates that the paper prints, or that follow from what it prints."""
    return [
        Pair(figure=name, published=value, measured=getattr(measured, name))
        for name in COMPARED
        if (value := getattr(published, name)) is not None
    ]


def conditions(published: Result, measured: Result) -> list[Condition]:
    """Every condition that one of both states, those that weigh most first."""
    known = (
        Condition(name=name, label=label, published=one, here=other)
        for name, label, one, other in _all(published, measured)
    )
    return [each for each in known if (each.published, each.here) != (None, None)]


def _all(published: Result, measured: Result) -> Iterator[tuple[str, str, Any, Any]]:
    yield "regime", _("Regime"), published.regime, measured.regime
    yield (
        "data_over_buffer",
        _("Data over buffer"),
        _rounded(published_ratio(published)),
        _rounded(_ratio(measured)),
    )
    yield (
        "data_bytes",
        _("Data"),
        published_data_bytes(published),
        measured.data_bytes,
    )
    for name, label in (
        ("threads", _("Threads")),
        ("vcpus", _("vCPU")),
        ("memory_gb", _("Memory, GB")),
        ("iops", _("IOPS")),
    ):
        yield name, label, getattr(published, name), getattr(measured, name)
    yield (
        "duration_s",
        _("Duration, s"),
        _campaign(published, "duration_seconds"),
        measured.parameters.get("duration_seconds"),
    )
    yield "engine", _("Engine"), published.engine, measured.engine
    yield (
        "engine_version",
        _("Engine version"),
        published.engine_version or None,
        measured.engine_version or None,
    )
    yield "tool", _("Tool"), _tool(published), _tool(measured)
    yield from _settings(published, measured)
    yield "client", _("Client"), _client(published), _client(measured)
    for name, label in (
        ("storage", _("Storage")),
        ("edition", _("Edition")),
        ("network", _("Network")),
        ("region", _("Region")),
        ("zone", _("Zone")),
    ):
        yield (
            name,
            label,
            getattr(published, name) or None,
            getattr(measured, name) or None,
        )


def _settings(
    published: Result, measured: Result
) -> Iterator[tuple[str, str, Any, Any]]:
    """The settings that the paper prints; of others nothing can be said."""
    for name, value in published.parameter_settings.items():
        yield f"settings.{name}", name, value, measured.parameter_settings.get(name)


def _ratio(measured: Result) -> float | None:
    if measured.data_bytes is None or not measured.buffer_bytes:
        return None
    return measured.data_bytes / measured.buffer_bytes


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)


def _campaign(published: Result, name: str) -> Any:
    return getattr(published.campaign, name) if published.campaign else None


def _tool(result: Result) -> str | None:
    return f"{result.tool} {result.tool_version}".strip() or None


def _client(result: Result) -> str | None:
    client = result.client
    size = size_text(client.get("vcpus"), client.get("memory_gb"))
    return ", ".join(filter(None, (client.get("instance"), size))) or None


def _is_alike(one: Any, other: Any) -> bool:
    numbers = (int, float)
    if isinstance(one, numbers) and isinstance(other, numbers):
        low, high = sorted((float(one), float(other)))
        return low == high or (low > 0 and high / low < ALIKE)
    return str(one).casefold() == str(other).casefold()
