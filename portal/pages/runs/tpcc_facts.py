"""What a TPC-C-derived run and its result say beside plain throughput and latency."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from benchruns.figures.metrics import METRICS
from benchruns.models import Result
from benchruns.workloads.main_figure import main_figures
from portal.formats.figures import exact, figure
from portal.pages.runs.facts import (
    Fact,
    counted,
    latency_fact,
    throughput_fact,
    with_doubt,
)

# In the order of the mix; the routine's name is what DBAs see on the server.
KINDS: Mapping[str, str | Promise] = {
    "neword": gettext_lazy("New order"),
    "payment": gettext_lazy("Payment"),
    "delivery": gettext_lazy("Delivery"),
    "ostat": gettext_lazy("Order status"),
    "slev": gettext_lazy("Stock level"),
}
REASONS: Mapping[str, str | Promise] = {
    "deadlock": ngettext_lazy("%(count)s deadlock", "%(count)s deadlocks", "number"),
    "serialization": ngettext_lazy(
        "%(count)s serialization failure", "%(count)s serialization failures", "number"
    ),
    "lock_timeout": ngettext_lazy(
        "%(count)s lock time-out", "%(count)s lock time-outs", "number"
    ),
}
LATENCIES = ("avg", "p50", "p95", "p99", "max")


@dataclass(frozen=True, slots=True, kw_only=True)
class KindLine:
    """One kind of transaction, or all; ``share`` is in percent, ``latencies`` in ms in
    the order of ``LATENCIES``."""

    label: str
    routine: str
    count: int
    share: float
    rolled_back: int
    failed: int
    retries: str
    latencies: Sequence[float | None]


def kind_lines(facts: Mapping[str, Any]) -> list[KindLine]:
    """By what the tool told (``Result.tool_facts``); none of another tool's result."""
    kinds = facts.get("transactions")
    if not isinstance(kinds, dict) or "all" not in facts:
        return []
    lines = [
        _line(str(label), kinds[name], routine=name.upper(), share=kinds[name]["share"])
        for name, label in KINDS.items()
        if name in kinds
    ]
    return [*lines, _line(_("All"), facts["all"], routine="", share=1.0)]


def _line(
    label: str, told: Mapping[str, Any], *, routine: str, share: float
) -> KindLine:
    return KindLine(
        label=label,
        routine=routine,
        count=told["count"],
        share=100 * share,
        rolled_back=told["rolled_back"],
        failed=told["failed"],
        retries=_retries(told["retries"]),
        latencies=[told["latency_ms"].get(name) for name in LATENCIES],
    )


def _retries(told: Mapping[str, int]) -> str:
    """ "12 deadlocks, 3 lock time-outs"; a dash where none was tried again."""
    parts = [
        text % {"number": told[name], "count": f"{told[name]:,}"}
        for name, text in REASONS.items()
        if told.get(name)
    ]
    return ", ".join(parts) or "–"


def finished_facts(result: Result) -> list[Fact]:
    """The six figures at the head of a run; the one that it is known by comes first."""
    first, second, *_others = main_figures(result.workload, result.engine)
    told = result.tool_facts.get("all", {})
    seconds = result.duration_s or result.parameters["duration_seconds"]
    facts = [
        _minute_fact(first, result),
        _minute_fact(second, result),
        throughput_fact(result, seconds),
        latency_fact(result),
        counted("errors", _("Failed"), result.errors_per_s, seconds),
        _tried_again(told.get("retries", {})),
    ]
    return with_doubt(facts, result)


def _minute_fact(name: str, result: Result) -> Fact:
    value = getattr(result, name)
    return Fact(
        name=name,
        label=str(METRICS[name].label),
        figure=figure(value),
        unit=METRICS[name].unit,
        title=exact(value),
        context=_context(name, result),
    )


def _context(name: str, result: Result) -> str:
    if name == "nopm":
        ratio = result.tool_facts.get("nopm_tpm_ratio")
        return (
            "" if ratio is None else _("%(ratio)s of TPM") % {"ratio": f"{ratio:.3f}"}
        )
    if result.tpm is None:
        return _("the account may not read the counter")
    if result.batch_requests_per_s is not None:
        return _("%(rate)s batch requests a second") % {
            "rate": figure(result.batch_requests_per_s)
        }
    return _("of the whole server")


def _tried_again(retries: Mapping[str, int]) -> Fact:
    tries = sum(retries.values())
    return Fact(
        name="retries",
        label=_("Tried again"),
        figure=figure(tries) if retries else "–",
        context=_retries(retries) if tries else _("no lock stood in the way"),
    )
