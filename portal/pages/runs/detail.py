"""The page of one run, from waiting for its turn to its result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Max
from django.forms import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from benchruns.commands.repeat import commands_to_repeat
from benchruns.engines import ENGINES
from benchruns.figures.metrics import METRICS
from benchruns.models import Attempt, Output, Result, Run
from benchruns.results.repeats import repeats_of
from benchruns.retention.removal import REMOVED
from benchruns.runs import kept_data, samples
from benchruns.runs import report as run_report
from benchruns.runs.leftovers import left_by
from benchruns.runs.lifecycle import unserved
from benchruns.runs.plan import (
    RunPlan,
    load_rate,
    overhead_of,
    plan_of,
    server_found,
)
from benchruns.runs.queue_places import places
from benchruns.runs.summaries.kinds import Kind
from benchruns.runs.summaries.storage import content_of
from benchruns.sentences.events import event_message
from benchruns.sentences.failures.table import why_failed
from benchruns.submissions.review import notices
from benchruns.units import size_text
from benchruns.vocabulary import Regime, RunState
from benchruns.workloads import WORKLOADS, lead_seconds
from benchruns.workloads.labels import has_kinds
from benchruns.workloads.main_figure import main_figures
from portal.charts.courses import Mark, course, mark
from portal.formats.figures import figure
from portal.forms.runs import LabelsForm
from portal.links import nearest
from portal.pages.results.latency import LatencyPart, latency_part
from portal.pages.runs import evidence as run_evidence
from portal.pages.runs import facts as run_facts
from portal.pages.runs import reproduction as run_reproduction
from portal.pages.runs import tpcc_facts
from portal.pages.runs.generators import counters as generator_counters
from portal.pages.runs.generators import table as generators
from portal.pages.runs.new import repeat as run_repeat
from portal.queries import runs as run_queries
from portal.queries import variables
from portal.web import permissions
from portal.wording import runs as run_wording

LABELS = ("name", "note", "tags")
PERCENTILES = (
    ("min", "latency_min_ms"),
    ("p50", "latency_p50_ms"),
    ("p90", "latency_p90_ms"),
    ("p95", "latency_p95_ms"),
    ("p99", "latency_p99_ms"),
    ("p99.9", "latency_p999_ms"),
    ("max", "latency_max_ms"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Percentile:
    """``share`` is of the worst, 0 to 100."""

    name: str
    milliseconds: float
    share: float


@require_safe
@never_cache
def detail(request: HttpRequest, id: UUID) -> HttpResponse:
    return page(request, run_queries.shown(request.user, id))


def page(
    request: HttpRequest, run: Run, *, labels: LabelsForm | None = None
) -> HttpResponse:
    """With the form of its labels as it was refused, if it was."""
    is_private_seen = permissions.is_owner_or_staff(request.user, run.owner_id)
    is_own = permissions.is_owner(request.user, run.owner_id)
    seen = context_of(run, is_private_seen=is_private_seen)
    if is_own and seen["has_waited_in_vain"]:  # of no other there are notices
        notices.mark_read(run.owner, of_run=run)
    context = {
        **seen,
        "is_own": is_own,
        "latency": _latency(run, request),
        "labels": labels or LabelsForm(initial=model_to_dict(run, LABELS)),
    }
    return render(request, "runs/detail.html", context)


def _latency(run: Run, request: HttpRequest) -> LatencyPart | None:
    result = run_wording.result_of(run)
    if result is None:
        return None
    return latency_part(result, repeats_of([result], user=request.user)[result.pk])


def context_of(run: Run, *, is_private_seen: bool) -> dict[str, Any]:
    """All that is told of it, as its owner sees it or as everybody does."""
    attempts = run_queries.attempts_of(run, sees_all=is_private_seen)
    added = _state_part(run, attempts)
    told = _course(run, attempts, is_private_seen=is_private_seen)
    has_chart = bool(added.get("samples") or added.get("counters"))
    return {
        **_heading(run, attempts, is_private_seen=is_private_seen),
        **told,
        **added,
        # Letters of events are those of a chart.
        "has_letters": has_chart or run.state == RunState.RUNNING,
        "course_marks": _marks(added.get("courses"), told["happenings"]),
        "generators": generators.rows_of(run, is_private_seen=is_private_seen),
        "generator_charts": generator_counters.charts_of(
            run, has_samples=bool(added.get("samples"))
        ),
        "lead_seconds": lead_seconds(run.parameters),
        "parts": run_facts.PARTS,
        "counter_charts": run_evidence.counter_charts(
            attempts[-1] if attempts else None
        ),
        "is_private_seen": is_private_seen,
    }


def _heading(
    run: Run, attempts: Sequence[Attempt], *, is_private_seen: bool
) -> dict[str, Any]:
    workload = WORKLOADS[run.workload]
    found = attempts[-1].server_facts if attempts else {}
    return {
        "run": run,
        "title": run_wording.title(run, is_private_seen=is_private_seen),
        "server_name": run_wording.place(run, is_private_seen=is_private_seen),
        "state": run_wording.state(run),
        "engine": run_wording.engine(run, found=found),
        "asked": run_wording.asked(run),
        "server_size": run_wording.server_size(run),
        "class_url": _class_url(run),
        "size": workload.size(run.parameters),
        "load": run_wording.load(run),
        "words": workload.words,
        "sample_latency": run_wording.sample_latency(run),
        "samples_percentile": workload.samples_percentile,
        "has_latency_of_seconds": run_wording.has_latency_of_seconds(run),
        "has_statements": "qps" in workload.metrics,
        "has_kinds": has_kinds([run.workload]),
        "restriction": run_wording.publishing_restriction(run),
        "regime": _regime(run),
        "regimes": run_wording.regimes(run, planned=_planned_regime(run)),
        "repeat_url": run_repeat.url_of(run),
        "beside": run_reproduction.beside(run, run_wording.result_of(run)),
        "sweep_place": run_wording.sweep_place(run),
        "uses_kept_data": run_wording.uses_kept_data(run),
    }


def _regime(run: Run) -> str:
    """As found, else as expected; empty for neither."""
    result = run_wording.result_of(run)
    found = result.regime if result else None
    return found or run.expected_regime or ""


def _planned_regime(run: Run) -> Regime | None:
    """By the size of its data; None where nothing is expected, or it was measured."""
    if not run.expected_regime or run_wording.result_of(run) is not None:
        return None
    return _plan(run).expected_regime


def _class_url(run: Run) -> str:
    sold = (run_wording.result_of(run) or run.endpoint).instance_class
    if sold is None:
        return ""
    return reverse(
        "portal:class-detail", args=[sold.provider_id, sold.engine, sold.code]
    )


def _course(
    run: Run, attempts: Sequence[Attempt], *, is_private_seen: bool
) -> dict[str, Any]:
    """Phases and events, and what failed, told to whom it may concern."""
    kept = run.events.order_by("id")
    if not is_private_seen:
        kept = kept.exclude(code__in=run_report.OWNERS_EVENTS)
    events = list(kept)
    steps = run_report.steps_of(run, events, now=timezone.now())
    shown = str if is_private_seen else permissions.Concealer(run)
    last = attempts[-1] if attempts else None
    return {
        "steps": steps,
        "stopped_step": next(
            (s for s in steps if s.state in ("failed", "stopped")), None
        ),
        "why_failed": shown(why_failed(run)),
        "failure_detail": shown(run.failure_detail),
        "happenings": [
            (each, shown(event_message(each.code, each.data)))
            for each in reversed(run_report.happenings(run, events))
        ],
        "removed": [
            (each.at, event_message(each.code, each.data))
            for each in events
            if each.code in REMOVED
        ],
        "last_event": events[-1].pk if events else 0,
        "has_waited_in_vain": any(each.code == unserved.CODE for each in events),
        "attempts": attempts,
        "attempt": last,
        "has_output": Output.objects.filter(attempt=last).exists() if last else False,
        "variables": variables.shown(
            last.variables if last else None, sees_all=is_private_seen
        ),
        "data_bytes": last.data_bytes if last else None,
        "client_size": _client_size(last),
        "took": _took(run),
        "command": commands_to_repeat(
            last.command if last else "",
            family=ENGINES[run.endpoint.engine].family,
            warmup_seconds=run.parameters.get("warmup_seconds", 0),
        ),
    }


def _marks(
    courses: Mapping[str, Any] | None,
    happenings: Sequence[tuple[run_report.Happening, str]],
) -> list[Mark]:
    """Of the events with a letter, on the seconds of the courses."""
    if courses is None:
        return []
    return [
        mark(one.letter, one.second, low=courses["low"], high=courses["high"])
        for one, _message in happenings
        if one.letter and one.second is not None
    ]


def _client_size(attempt: Attempt | None) -> str:
    client = attempt.client if attempt else {}
    return size_text(client.get("vcpus"), client.get("memory_gb"))


def _took(run: Run) -> float | None:
    if run.started_at is None or run.finished_at is None:
        return None
    return (run.finished_at - run.started_at).total_seconds()


def _state_part(run: Run, attempts: Sequence[Attempt]) -> dict[str, Any]:
    """What the state it is in adds."""
    if run.state == RunState.QUEUED:
        place = places().get(run.pk)
        why = run_wording.why_it_waits(place)
        return {"queue_place": place, "why": why, "plan": _plan(run)}
    if run.state == RunState.SCHEDULED:
        return {"plan": _plan(run)}
    if run.state == RunState.RUNNING:
        began_at = run.events.filter(code="phase").aggregate(at=Max("at"))["at"]
        left = run_report.seconds_left(
            phase=run.phase,
            progress=run.progress,
            parameters=run.parameters,
            spent_seconds=run_report.seconds_since(began_at, now=timezone.now()),
        )
        facts = attempts[-1].server_facts if attempts else {}
        limit = facts.get("max_connections")
        seen = samples.so_far(run.pk, attempt=run.attempt)
        return {
            "facts": run_facts.live_facts(
                run, left=left, max_connections=limit, seen=seen
            )
        }
    result = run_wording.result_of(run)
    if result is None:
        return {**_samples_table(run), "leftovers": list(left_by(run))}
    table = _samples_table(run)
    return {
        **table,
        "leftovers": list(left_by(run)),
        "result": result,
        "evidence": run_evidence.evidence_of(
            attempts[-1] if attempts else None, result
        ),
        "marks": run_evidence.marks_of(result),
        "facts": tpcc_facts.finished_facts(result)
        if has_kinds([result.workload])
        else run_facts.finished_facts(run, result, variation=table["variation"]),
        "kinds": tpcc_facts.kind_lines(result.tool_facts),
        "main": _main(result),
        "percentiles": _percentiles(result),
        "data_over_buffer": _data_over_buffer(result),
        "held": _held(run, result),
        "nearest_url": nearest.url_of(result),
    }


def _main(result: Result) -> tuple[str, str]:
    """The figure that it is known by, as printed, and its unit."""
    names = main_figures(result.workload, result.engine)
    name = next((n for n in names if getattr(result, n) is not None), names[0])
    return figure(getattr(result, name)), METRICS[name].unit


def _plan(run: Run) -> RunPlan:
    workload = WORKLOADS[run.workload]
    return plan_of(
        workload,
        run.parameters,
        family=ENGINES[run.endpoint.engine].family,
        server=server_found(run.endpoint),
        is_loaded=kept_data.usable_by(run) is not None,
        measured_rate=load_rate(run.endpoint, workload),
        overhead=overhead_of(run.endpoint, workload),
        wanted_regime=run.expected_regime,
        is_regime_published=run.expects_as_published,
    )


def _samples_table(run: Run) -> dict[str, Any]:
    seconds = content_of(run, Kind.TABLE)
    shown = len(run_evidence.COUNTER_CHARTS) + 1  # behind the second
    low, high = -lead_seconds(run.parameters), run.parameters.get("duration_seconds", 0)
    return {
        "courses": {
            "low": low,
            "high": high,
            **{
                column: course(seconds["samples"], column, low=low, high=high)
                for column in ("tps", "latency_ms")
            },
        },
        "sample_step": seconds["step"],
        "samples": seconds["samples"],
        "counter_step": seconds["counter_step"],
        "counters": [row[:shown] for row in seconds["counters"]],
        "variation": seconds["variation"],
    }


def _percentiles(result: Result) -> list[Percentile]:
    worst = result.latency_max_ms
    if not worst:
        return []
    known = ((name, getattr(result, field)) for name, field in PERCENTILES)
    return [
        Percentile(name=name, milliseconds=value, share=100 * value / worst)
        for name, value in known
        if value is not None
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What rows take of a server that reserves space for each table, as planned."""

    data_bytes: int
    over_buffer: float | None


def _held(run: Run, result: Result) -> Held | None:
    """None where the server reports of its tables about what they hold."""
    family = ENGINES[run.endpoint.engine].family
    size = WORKLOADS[run.workload].size(run.parameters)
    if not size.is_known_on(family) or not size.is_more_reported(family):
        return None
    held, buffer = size.data_bytes(family), result.buffer_bytes
    return Held(data_bytes=held, over_buffer=held / buffer if buffer else None)


def _data_over_buffer(result: Result) -> float | None:
    if result.data_bytes is None or not result.buffer_bytes:
        return None
    return result.data_bytes / result.buffer_bytes
