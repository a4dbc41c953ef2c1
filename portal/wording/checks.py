"""What a check found that only servers of one engine have, in words."""

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


METRICS: Mapping[str, str | Promise] = {
    "ok": gettext_lazy("CPU, memory and disks of its machine"),
    "nothing_known": gettext_lazy(
        "answers, without the CPU, memory or disks of a machine"
    ),
    "no_answer": gettext_lazy("no answer that an exporter would give"),
    "address_not_allowed": gettext_lazy("an address that may not be reached"),
    "unknown_host": gettext_lazy("a host that is not known"),
}


def of_metrics(server: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What the endpoint's metrics address told; empty where it has none."""
    state = server.get("metrics")
    return [(_("Metrics"), str(METRICS.get(state, state)))] if state else []


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
