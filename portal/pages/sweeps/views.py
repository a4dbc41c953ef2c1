"""Sweeps: their list, and one with its curves, refreshed while it is under way."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from benchruns.comparison import MOST, Asked
from benchruns.figures.metrics import METRICS
from benchruns.models import Run, Sweep
from benchruns.runs import report as run_report
from benchruns.runs.sweep_report import Repeat, Rung, SweepReport, report_of
from benchruns.runs.sweep_reproduction import peak_beside
from benchruns.sentences.reproduction import notes_of
from benchruns.vocabulary import TERMINAL_STATES, RunState, Visibility
from benchruns.workloads import WORKLOADS, lead_seconds
from benchruns.workloads.labels import has_kinds, workload_label
from portal.charts import sweeps as sweep_charts
from portal.links import comparisons, nearest
from portal.pages.runs import reproduction as run_reproduction
from portal.pages.sweeps import peak as sweep_peak
from portal.pages.sweeps import repeat as sweep_repeat
from portal.pages.sweeps import words as sweep_wording
from portal.queries import runs as run_queries
from portal.queries import sweeps as sweep_queries
from portal.web import permissions
from portal.web.address_words import page_of
from portal.wording import runs as run_wording

PAGE_SIZE = 25


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepRow:
    """A sweep as one line of a table; ``title`` is the whole of it in words.

    ``result`` is the one that its highest figure rests on, to be ticked; None before.
    """

    sweep: Sweep
    title: str
    workload: str
    place: str
    span: str
    state: str
    sign: str
    ended: int
    runs: int
    peak: Rung | None
    unit: str
    visibility: str
    result: UUID | None

    @property
    def doubt(self) -> str:
        """Of its peak; empty where nothing is in doubt, or there is none."""
        return self.peak.doubt if self.peak else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RungRow:
    rung: Rung
    name: str
    is_peak: bool
    is_rival: bool
    repeats: Sequence[tuple[Repeat, Run, float | None]]  # with its main figure
    regimes: Sequence[tuple[str, str]]
    limits: str
    rate: float | None  # what was offered, in TPS

    @property
    def achieved_percent(self) -> float | None:
        """The median of what was offered."""
        if not self.rate or self.rung.main is None:
            return None
        return 100 * self.rung.main.median / self.rate

    @property
    def spread_percent(self) -> float | None:
        share = self.rung.main.share if self.rung.main else None
        return None if share is None else 100 * share


@require_safe
def sweeps(request: HttpRequest) -> HttpResponse:
    """One's own and those with public runs, newest first."""
    found = sweep_queries.listed(request.user)
    page = page_of(request, Paginator(found, PAGE_SIZE))
    return render(
        request,
        "sweeps/list.html",
        {"page": page, "sweeps": [_row(sweep, request.user) for sweep in page]},
    )


def _row(sweep: Sweep, viewer: permissions.Viewer) -> SweepRow:
    runs = sweep_queries.seen_of(sweep)
    report = report_of(sweep, runs)
    seen = permissions.is_owner_or_staff(viewer, sweep.owner_id)
    typical = report.typical
    return SweepRow(
        sweep=sweep,
        title=sweep_wording.title(sweep, runs, is_private_seen=seen),
        workload=workload_label(sweep.workload),
        place=run_wording.place(runs[0], is_private_seen=seen),
        span=sweep_wording.span(sweep, runs),
        state=sweep_wording.state(report, runs),
        sign=sweep_wording.state_sign(report, runs),
        ended=report.ended,
        runs=len(runs),
        peak=report.peak,
        unit=METRICS[report.figure].unit,
        visibility=sweep_wording.visibility(runs),
        result=typical.result if typical else None,
    )


@require_safe
def detail(request: HttpRequest, id: UUID) -> HttpResponse:
    """The page; 204 for a page that has ``seen`` all of this already."""
    sweep = sweep_queries.shown(request.user, id)
    version = _version(request, sweep)
    if request.GET.get("seen") == version:
        return HttpResponse(status=204)
    runs = sweep_queries.runs_of(sweep, request.user)
    return render(
        request,
        "sweeps/detail.html",
        {"version": version, **_page(sweep, runs, viewer=request.user)},
    )


def _version(request: HttpRequest, sweep: Sweep) -> str:
    """What changes whenever the page would: how many runs are how far."""
    seen = Run.objects.visible_to(request.user).filter(sweep=sweep).order_by()
    rows = list(seen.values_list("state", "phase", "cancel_requested_at"))
    ended = sum(state in TERMINAL_STATES for state, _phase, _asked in rows)
    asked = sum(asked is not None for _state, _phase, asked in rows)
    now = "".join(phase for state, phase, _asked in rows if state == RunState.RUNNING)
    return f"{ended}.{asked}.{now}"


def _page(
    sweep: Sweep, runs: Sequence[Run], *, viewer: permissions.Viewer
) -> dict[str, Any]:
    report = report_of(sweep, runs)
    is_private_seen = permissions.is_owner_or_staff(viewer, sweep.owner_id)
    rows = _rung_rows(sweep, report, runs)
    return {
        "sweep": sweep,
        "report": report,
        "metric": METRICS[report.figure],
        "rows": rows,
        "compare_url": _compare_url(rows),
        "nearest_url": _nearest_url(report, runs),
        "has_excluded": any(repeat.is_excluded for repeat in report.repeats),
        "has_p95": any(row.rung.latency_p95_ms for row in rows),
        "chart": sweep_charts.chart_of(
            report, names={row.rung.threads: row.name for row in rows}
        ),
        "title": sweep_wording.title(sweep, runs, is_private_seen=is_private_seen),
        "called": _called(runs) if is_private_seen else [],
        "has_kinds": has_kinds([sweep.workload]),
        "beside": _beside(sweep, report, runs),
        "restriction": run_wording.publishing_restriction(_measured(runs)),
        "workload": workload_label(sweep.workload),
        "load_word": sweep_wording.load_word(sweep),
        "peak_word": sweep_peak.word(report),
        "peak": sweep_peak.sentence(sweep, report),
        "has_peak": report.peak is not None and len(report.rungs) > 1,
        "doubts": sweep_peak.doubts(sweep, report, runs),
        "repeat_url": sweep_repeat.url_of(sweep, runs),
        "is_own": permissions.is_owner(viewer, sweep.owner_id),
        "is_private_seen": is_private_seen,
        "is_part": not is_private_seen,
        **_course(sweep, report, runs),
        **_what(sweep, runs),
    }


def _called(runs: Sequence[Run]) -> list[tuple[str, list[str]]]:
    """Names and tags of its runs, each once: as a rule all have the same."""
    named = [run for run in runs if run.name or run.tags]
    return [
        (name, tags.split())
        for name, tags in dict.fromkeys((run.name, run.tags) for run in named)
    ]


def _rung_rows(sweep: Sweep, report: SweepReport, runs: Sequence[Run]) -> list[RungRow]:
    by_id = {run.pk: run for run in runs}
    rivals, peak = report.rivals, report.peak
    return [
        RungRow(
            rung=rung,
            name=sweep_wording.load(sweep, rung.threads),
            is_peak=rung is peak and len(report.rungs) > 1,
            is_rival=rung in rivals,
            repeats=[
                (repeat, by_id[repeat.run], getattr(repeat, rung.figure))
                for repeat in rung.repeats
            ],
            regimes=sweep_wording.regimes(rung),
            limits=sweep_wording.limits(rung),
            rate=report.rate,
        )
        for rung in sorted(report.rungs, key=lambda rung: rung.threads)
    ]


def _course(sweep: Sweep, report: SweepReport, runs: Sequence[Run]) -> dict[str, Any]:
    """How far it is, when it began and ended, what may be done with it."""
    began = [run.started_at for run in runs if run.started_at]
    ends = [run.finished_at for run in runs if run.finished_at]
    is_ended = sweep_wording.is_ended(report)
    return {
        "is_ended": is_ended,
        "all": len(runs),
        "state": sweep_wording.state(report, runs),
        "sign": sweep_wording.state_sign(report, runs),
        "endings": sweep_wording.endings(runs),
        "now": sweep_wording.now_measured(sweep, runs),
        "left": None if is_ended else _seconds_left(sweep, runs),
        "not_before": runs[0].not_before,
        "began_at": min(began, default=None),
        "ended_at": max(ends) if is_ended and ends else None,
        "is_stopping": any(
            run.cancel_requested_at and not run.is_terminal for run in runs
        ),
        "visibility": sweep_wording.visibility(runs),
        "is_publishable": any(
            run.state == RunState.SUCCEEDED and run.visibility == Visibility.PRIVATE
            for run in runs
        ),
    }


def _seconds_left(sweep: Sweep, runs: Sequence[Run]) -> int:
    """At least: loading and what else takes its time are not in it."""
    seconds = 0
    for run in runs:
        if run.is_terminal:
            continue
        parameters = run_queries.all_parameters(run)
        known = run_report.seconds_left(
            phase=run.phase, progress=run.progress, parameters=parameters
        )
        whole = lead_seconds(parameters) + parameters["duration_seconds"]
        seconds += known if known is not None else whole + sweep.settle_seconds
    return seconds


def _measured(runs: Sequence[Run]) -> Run:
    """One that has a result, if any has."""
    return next((run for run in runs if run_wording.result_of(run)), runs[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """The peak beside the published row that it is to repeat."""

    load: str
    pairs: Sequence[run_reproduction.PairLine]
    notes: Sequence[str]


def _beside(sweep: Sweep, report: SweepReport, runs: Sequence[Run]) -> Beside | None:
    found = peak_beside(report, runs)
    if found is None:
        return None
    return Beside(
        load=sweep_wording.load(sweep, found.threads),
        pairs=run_reproduction.pair_lines(found.pairs),
        notes=notes_of(found.pairs),
    )


def _what(sweep: Sweep, runs: Sequence[Run]) -> dict[str, Any]:
    """What was run, where, on which data."""
    workload = WORKLOADS[sweep.workload]
    shared = Run(workload=sweep.workload, parameters=sweep.parameters)
    parameters = run_queries.all_parameters(shared)
    measured = _measured(runs)
    data_sets = sweep_queries.data_sets_of(sweep)
    return {
        "asked": run_wording.asked(shared),
        "size": workload.size(parameters),
        "lead_word": workload.words.lead,
        "warmup_seconds": lead_seconds(parameters),
        "engine": run_wording.engine(measured),
        "server_size": run_wording.server_size(measured),
        "data_set": next(iter(data_sets), None),
        "loading": sweep_wording.loading(sweep, data_sets),
        "reproduced": run_reproduction.row_of(runs[0].reproduces)
        if runs[0].reproduces
        else None,
    }


def _compare_url(rows: Sequence[RungRow]) -> str:
    """A result of each thread count, from few to many."""
    found = [
        next(
            (repeat.result for repeat, _run, _speed in row.repeats if repeat.result),
            None,
        )
        for row in rows
    ]
    results = tuple(id_ for id_ in found if id_)[:MOST]
    if len(results) < 2:
        return ""
    return comparisons.address(Asked(results=results), comparisons.View())


def _nearest_url(report: SweepReport, runs: Sequence[Run]) -> str:
    """From the run that the highest figure rests on to the nearest vendor rows."""
    typical = report.typical
    if typical is None:
        return ""
    found = next(run for run in runs if run.pk == typical.run)
    return nearest.url_of(run_wording.result_of(found))
