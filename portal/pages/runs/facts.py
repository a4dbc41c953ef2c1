"""The six figures at the head of a run: now while it runs, in all when it has ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from benchruns import findings
from benchruns.models import Result, Run
from benchruns.runs.samples import SoFar
from benchruns.sentences.doubts import doubts_text
from benchruns.workloads import WORKLOADS
from portal.formats.figures import DASH, exact, figure
from portal.formats.quantities import clock
from portal.wording import runs as run_wording

THROUGHPUT = frozenset({"tps", "qps", "nopm", "tpm"})
MEASURED = THROUGHPUT | {"latency"}
PARTS = (
    ("reads", gettext_lazy("reads")),
    ("writes", gettext_lazy("writes")),
    ("other", gettext_lazy("other")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """``name`` is what the live script finds it by; ``template`` its line of context
    with the names of values that change. ``doubted`` says what is in doubt of a figure,
    and ``doubt`` the same at the first one that it concerns."""

    name: str
    label: str
    figure: str = DASH
    unit: str = ""
    context: str = ""
    title: str = ""
    template: str = ""
    doubted: str = ""
    doubt: str = ""


def live_facts(
    run: Run, *, left: int | None, max_connections: int | None, seen: SoFar | None
) -> list[Fact]:
    """As of now; the live script goes on from there."""
    last = seen.last if seen else {}
    facts = [
        Fact(
            name="tps",
            label=_("Throughput now"),
            figure=figure(last.get("tps")),
            unit="TPS",
            **_context(
                _("mean so far {mean}"), {"mean": seen.mean_tps} if seen else {}
            ),
        ),
        Fact(
            name="qps",
            label=_("Statements"),
            figure=figure(last.get("qps")),
            unit="QPS",
            context=_statements(run.workload),
        ),
        Fact(
            name="latency",
            label=_("Latency %(what)s") % {"what": run_wording.sample_latency(run)},
            figure=figure(last.get("latency_ms")),
            unit="ms",
            **_context(
                _("mean {mean}, worst {worst}"),
                {"mean": seen.mean_latency_ms, "worst": seen.worst_latency_ms}
                if seen
                else {},
            ),
        ),
        Fact(
            name="errors",
            label=_("Errors"),
            figure=figure(last.get("errors_per_s")),
            unit="/s",
            **_context(
                _("{sum} since measuring began"),
                {"sum": round(seen.errors * _interval(run))} if seen else {},
            ),
        ),
        Fact(
            name="reconnects",
            label=_("Reconnects"),
            figure=figure(last.get("reconnects_per_s")),
            unit="/s",
            context=_connections(
                WORKLOADS[run.workload].threads(run.parameters), max_connections
            ),
        ),
        Fact(
            name="left",
            label=_("Time left"),
            figure=clock(left),
            context=_("then cleanup"),
        ),
    ]
    if "qps" in WORKLOADS[run.workload].metrics:
        return facts
    return [fact for fact in facts if fact.name not in {"qps", "reconnects"}]


def _context(template: str, values: Mapping[str, float | None]) -> dict[str, str]:
    """The line as the script fills it, and as it stands now."""
    if not values:
        return {"template": template}
    shown = {name: figure(value) for name, value in values.items()}
    return {"template": template, "context": template.format_map(shown)}


def _interval(run: Run) -> int:
    return int(run.parameters.get("report_interval_seconds") or 1)


def finished_facts(run: Run, result: Result, *, variation: float | None) -> list[Fact]:
    """``variation`` is that of all seconds; a finding has it without those of a start."""
    seconds = result.duration_s or run.parameters["duration_seconds"]
    stated = (findings.read(each) for each in result.findings)
    of_finding = (each.values for each in stated if each.code == "variation")
    variation = next(of_finding, {}).get("variation", variation)
    facts = [
        throughput_fact(result, seconds),
        Fact(
            name="qps",
            label=_("Statements"),
            figure=figure(result.qps),
            unit="QPS",
            title=exact(result.qps),
            context=_parts(result),
        ),
        latency_fact(result),
        counted("errors", _("Errors"), result.errors_per_s, seconds),
        counted("reconnects", _("Reconnects"), result.reconnects_per_s, seconds),
        Fact(
            name="variation",
            label=_("Variation"),
            figure=DASH if variation is None else f"{variation * 100:.1f}",
            unit="%",
            context=_("of TPS between seconds"),
        ),
    ]
    return with_doubt(facts, result)


def with_doubt(facts: Sequence[Fact], result: Result) -> list[Fact]:
    """Throughput and latency marked where the result is in doubt, the first with why."""
    why = doubts_text(result)
    if not why:
        return list(facts)
    first = next(fact.name for fact in facts if fact.name in THROUGHPUT)
    return [
        replace(fact, doubted=why, doubt=why if fact.name == first else "")
        if fact.name in MEASURED and fact.figure != DASH
        else fact
        for fact in facts
    ]


def throughput_fact(result: Result, seconds: float) -> Fact:
    return Fact(
        name="tps",
        label=_("Throughput"),
        figure=figure(result.tps),
        unit="TPS",
        title=exact(result.tps),
        context=_("%(count)s transactions in %(seconds)s s")
        % {"count": figure(result.transactions), "seconds": f"{seconds:,.0f}"},
    )


def latency_fact(result: Result) -> Fact:
    return Fact(
        name="latency",
        label=_("Latency p95"),
        figure=figure(result.latency_p95_ms),
        unit="ms",
        title=exact(result.latency_p95_ms),
        context=_("mean %(mean)s") % {"mean": figure(result.latency_avg_ms)},
    )


def counted(name: str, label: str, rate: float | None, seconds: float) -> Fact:
    """How many there were; "none" where the rate is exactly 0, nothing where unknown."""
    if rate is None:
        return Fact(name=name, label=label, context=_("the tool does not tell"))
    values = {"rate": exact(round(rate, 4)), "seconds": f"{seconds:,.0f}"}
    return Fact(
        name=name,
        label=label,
        figure=figure(max(1, round(rate * seconds)) if rate else 0),
        title=exact(rate),
        context=_("%(rate)s a second") % values
        if rate
        else _("none in %(seconds)s s") % values,
    )


def _statements(name: str) -> str:
    """ "14 reads, 4 writes, 2 other" a transaction, of those that QPS count."""
    workload = WORKLOADS[name]
    reads, writes, other = (workload.statements[part] for part, _label in PARTS)
    told = [
        ngettext("%(count)d read", "%(count)d reads", reads) % {"count": reads},
        ngettext("%(count)d write", "%(count)d writes", writes) % {"count": writes},
    ]
    if workload.counts_begin_and_end:
        told.append(_("%(count)d other") % {"count": other})
    return ", ".join(told)


def _parts(result: Result) -> str:
    """The kinds of statements; QPS counted otherwise where the tool tells both ways."""
    values = {
        "reads": figure(result.reads_per_s),
        "writes": figure(result.writes_per_s),
        "other": figure(result.other_per_s),
        "all": figure(result.tool_facts.get("qps_with_begin_end")),
    }
    if "qps_with_begin_end" not in result.tool_facts:
        return _("r %(reads)s · w %(writes)s · o %(other)s") % values
    if not result.other_per_s:
        return _("r %(reads)s · w %(writes)s") % values
    return _("r %(reads)s · w %(writes)s; %(all)s with BEGIN and END") % values


def _connections(threads: int, limit: int | None) -> str:
    if limit is None:
        return ngettext(
            "%(threads)d connection", "%(threads)d connections", threads
        ) % {"threads": threads}
    return _("%(threads)d of %(limit)s connections") % {
        "threads": threads,
        "limit": figure(limit),
    }
