"""What a check found, or a run before it, that differs by engine, in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.engines import ENGINES
from benchruns.engines.engine import Fact


def of_engine(server: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Labels and values; empty for engines whose settings say it all."""
    engine = ENGINES.get(server.get("engine", ""))
    facts = () if engine is None else engine.family.facts
    shown = ((str(fact.label), _shown(fact, server)) for fact in facts)
    return [(label, value) for label, value in shown if value]


def durability(server: Mapping[str, Any]) -> dict[str, str]:
    """The settings that decide it, each as what it amounts to beside all others."""
    stated: Mapping[str, str] = server.get("durability", {})
    engine = ENGINES.get(server.get("engine", ""))
    if engine is None:
        return dict(stated)
    settings = {**server.get("settings", {}), **stated}
    return engine.family.settings.amounting(settings, names=stated)


_HELD_UP = gettext_lazy(
    "It is not asked for a while: too many addresses or ports gave no answer lately. "
    "See that it is right, and check again in 15 minutes."
)

# Why an endpoint's metrics address is of no use as it is, and what to do.
METRICS: Mapping[str, str | Promise] = {
    "nothing_known": gettext_lazy(
        "It answers, but tells no CPU, memory or disks: give the address of "
        "node_exporter or of the provider's exporter. It mostly ends with /metrics."
    ),
    "database_only": gettext_lazy(
        "It tells of the database, not of its machine: give node_exporter's address. "
        "mysqld_exporter and postgres_exporter know no CPU, memory or disks."
    ),
    "several_machines": gettext_lazy(
        "It tells of several machines, and not which one is this server's: give an "
        "address that tells of one machine."
    ),
    "unreadable": gettext_lazy(
        "What it answers is not as exporters write it, or more than one machine has to "
        "tell: give the address of node_exporter on the server's machine."
    ),
    "no_answer": gettext_lazy(
        "It gives no answer as exporters do: look whether the exporter runs, and "
        "whether the load generator reaches its port."
    ),
    "address_not_allowed": gettext_lazy(
        "Load generators may not reach it: ENDPOINT_NETWORKS does not name its network."
    ),
    "own_server": gettext_lazy("It is Benchbook's own database or Redis."),
    "public_address_waits": gettext_lazy(
        "It is at a public address, and is asked when staff allow it."
    ),
    "public_address_refused": gettext_lazy(
        "It is at a public address that staff refused for this endpoint."
    ),
    "public_address_never": gettext_lazy(
        "It is at a public address, to which load generators never connect here."
    ),
    "unknown_host": gettext_lazy("The load generator finds no address of its host."),
    "too_many_logins": _HELD_UP,
    "too_many_ports": _HELD_UP,
    "too_many_servers": _HELD_UP,
}


def of_metrics(server: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What the endpoint's metrics address told; empty where it has none."""
    state = server.get("metrics")
    if not state:
        return []
    told = _("CPU, memory and disks") if state == "ok" else _("nothing")
    return [(_("Metrics address"), told)]


def metrics_fault(server: Mapping[str, Any]) -> str:
    """Why the metrics address is of no use; empty where it is, or there is none."""
    state = server.get("metrics", "ok")
    return "" if state == "ok" else str(METRICS.get(state, METRICS["no_answer"]))


def note_of_engine(server: Mapping[str, Any]) -> str:
    """What to know of its settings; empty where there is nothing."""
    engine = ENGINES.get(server.get("engine", ""))
    return "" if engine is None else str(engine.family.note)


def _shown(fact: Fact, server: Mapping[str, Any]) -> str:
    place = server.get("settings", {}) if fact.is_setting else server
    return fact.shown(str(place.get(fact.name, "")))


def tools_away(server: Mapping[str, Any]) -> Sequence[str]:
    """Tools that could load the server and did not reach it; none of an older check."""
    return [name for name, reason in server.get("tools", {}).items() if reason]


def is_in_part(server: Mapping[str, Any]) -> bool:
    """Whether some runs, or what is counted of them, would lack something."""
    return bool(server.get("missing_for_counters") or tools_away(server))
