"""The conditions of a published row beside those of the run that repeats it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from benchruns.models import Result
from benchruns.names.regions import region_name, zone_name
from benchruns.reproduction.reached import ratio_here
from benchruns.reproduction.reproduce import (
    has_sizes,
    published_data_bytes,
    published_ratio,
)
from benchruns.workloads import WORKLOADS
from benchruns.workloads.labels import has_kinds, words_of

SAME, DIFFERS, UNKNOWN = "same", "differs", "unknown"
ALIKE = 1.05  # two sizes within this share of each other are called the same
# An estimate by rows, of all engines, comes within this of what the same rows take here.
AS_ESTIMATED = 1.1
OF_DATA = frozenset({"data_bytes", "data_over_buffer"})
# A setting under the names that servers of other versions give it.
ALSO_CALLED = {"rpl_semi_sync_master_enabled": "rpl_semi_sync_source_enabled"}
SWITCHES = {"on": "1", "off": "0", "yes": "1", "no": "0", "true": "1", "false": "0"}
OFF = "OFF"


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """One condition of both; null is not stated or not known. ``state`` is same,
    differs or unknown; numbers ``within`` that share of each other are the same."""

    name: str
    label: str
    published: Any  # JSON scalar
    here: Any  # JSON scalar
    within: float = ALIKE

    @property
    def state(self) -> str:
        if self.published is None or self.here is None:
            return UNKNOWN
        is_alike = _is_alike(self.published, self.here, within=self.within)
        return SAME if is_alike else DIFFERS

    def as_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "label": self.label,
            "published": self.published,
            "here": self.here,
            "state": self.state,
        }


def conditions(published: Result, measured: Result) -> list[Condition]:
    """Every condition that one of both states, those that weigh most first."""
    known = (
        Condition(
            name=name,
            label=label,
            published=one,
            here=other,
            within=AS_ESTIMATED if name in OF_DATA else ALIKE,
        )
        for name, label, one, other in _all(published, measured)
    )
    return [each for each in known if (each.published, each.here) != (None, None)]


_Row = tuple[str, str, Any, Any]  # name, label, published, here


def _all(published: Result, measured: Result) -> Iterator[_Row]:
    yield from _of_data(published, measured)
    yield from _of_server(published, measured)
    yield from _of_load(published, measured)
    yield from _of_client(published, measured)
    yield from _of_place(published, measured)


def _of_data(published: Result, measured: Result) -> Iterator[_Row]:
    yield "regime", _("Regime"), published.regime, measured.regime
    workload = WORKLOADS.get(published.workload)
    if workload is None or not has_sizes(workload):
        return
    yield (
        "data_over_buffer",
        _("Data over buffer"),
        _rounded(published_ratio(published)),
        _rounded(ratio_here(measured)),
    )
    data_bytes = published_data_bytes(published)
    yield "data_bytes", _("Data"), data_bytes, measured.data_bytes
    if has_kinds([published.workload]):
        yield "warehouses", _("Warehouses"), published.scale, measured.scale
    elif published.scale is not None:
        hot = _("Hot records")
        yield "hot_records", hot, published.hot_records, measured.hot_records


def _of_server(published: Result, measured: Result) -> Iterator[_Row]:
    for name, label in (
        ("vcpus", _("vCPU")),
        ("memory_gb", _("Memory, GB")),
        ("iops", _("IOPS")),
    ):
        yield name, label, getattr(published, name), getattr(measured, name)
    for name, label in (
        ("engine", _("Engine")),
        ("engine_version", _("Engine version")),
    ):
        yield _texts(name, label, published, measured)
    settings = measured.parameter_settings
    for name, value in published.parameter_settings.items():
        yield f"settings.{name}", name, value, _setting(name, settings)


def _of_load(published: Result, measured: Result) -> Iterator[_Row]:
    threads = str(words_of([published.workload]).heading)
    yield "threads", threads, published.threads, measured.threads
    campaign = published.campaign
    yield (
        "duration_s",
        _("Duration, s"),
        campaign.duration_seconds if campaign else None,
        measured.parameters.get("duration_seconds"),
    )
    yield _texts("tool", _("Tool"), published, measured)
    yield _texts("tool_version", _("Tool version"), published, measured)


def _of_client(published: Result, measured: Result) -> Iterator[_Row]:
    for name, label in (
        ("instance", _("Client")),
        ("vcpus", _("Client, vCPU")),
        ("memory_gb", _("Client, memory, GB")),
        ("os", _("Client, system")),
    ):
        one, other = published.client.get(name), measured.client.get(name)
        yield f"client.{name}", label, one or None, other or None


def _of_place(published: Result, measured: Result) -> Iterator[_Row]:
    for name, label in (
        ("storage", _("Storage")),
        ("edition", _("Edition")),
        ("network", _("Network")),
    ):
        yield _texts(name, label, published, measured)
    provider = published.provider_id
    places = [
        _place(each, each.provider_id or provider) for each in (published, measured)
    ]
    (region, zone), (region_here, zone_here) = places
    yield "region", _("Region"), region, region_here
    yield "zone", _("Zone"), zone, zone_here


def _place(result: Result, provider: str | None) -> tuple[str | None, str | None]:
    """Region and zone as the provider calls them, stated by code or by name."""
    return (
        region_name(result.region, provider) or None,
        zone_name(result.zone, result.region, provider) or None,
    )


def _texts(name: str, label: str, published: Result, measured: Result) -> _Row:
    """An empty text is not stated."""
    one, other = getattr(published, name), getattr(measured, name)
    return name, label, one or None, other or None


def _setting(name: str, settings: Mapping[str, str]) -> str | None:
    """What is in force here; None where the server's settings are not known."""
    if not settings:
        return None
    value = settings.get(name, settings.get(ALSO_CALLED.get(name, "")))
    if value is None and name in ALSO_CALLED:
        return OFF  # the plugin that brings the setting is not there
    if name == "sync_binlog" and settings.get("log_bin") == OFF:
        return _("no binary log")
    return value


def _rounded(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.3g}")


def _is_alike(one: Any, other: Any, *, within: float) -> bool:
    numbers = (int, float)
    if isinstance(one, numbers) and isinstance(other, numbers):
        low, high = sorted((float(one), float(other)))
        return low == high or (low > 0 and high / low < within)
    return _word(one) == _word(other)


def _word(value: Any) -> str:
    """As it is compared: servers write a switch as ON or as 1."""
    text = str(value).casefold()
    return SWITCHES.get(text, text)
