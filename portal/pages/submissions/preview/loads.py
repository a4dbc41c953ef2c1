"""How the results of a submission look: a section a load, beside the rows of its class."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from uuid import UUID

from django.utils.translation import gettext as _

from benchruns.comparison import fairness
from benchruns.comparison.fairness.context import Context
from benchruns.comparison.fairness.other_tests import other_tests
from benchruns.comparison.fairness.results import contexts_of
from benchruns.figures.metrics import METRICS, STATED, Metric
from benchruns.findings import gravest
from benchruns.models import Result
from benchruns.results import spread
from benchruns.sentences.catalogue import worded
from benchruns.sentences.doubts import doubt_of_cases, doubts_text
from benchruns.sentences.fairness.axes import reason_of
from benchruns.sentences.fairness.table import condition_label
from benchruns.submissions.report_parts import ResultReport, SubmissionReport
from benchruns.vocabulary import SubmissionState
from portal.charts import Chart
from portal.charts.preview import preview_chart
from portal.pages.submissions.preview.findings import NamedFinding, findings_once
from portal.pages.submissions.preview.titles import titles_of

SHOWN = ("tps", "qps", "nopm", "tpm", "latency_p95_ms", "latency_avg_ms")
MOST_CHARTS = 6


@dataclass(frozen=True, slots=True)
class Cell:
    """``doubted`` says what is in doubt of the figure, ``doubt`` the same at the first."""

    metric: Metric
    value: float | None
    formula: str = ""
    doubted: str = ""
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One repeat: ``place`` is its file; what its owner excluded counts in no median."""

    result: Result
    place: str
    cells: Sequence[Cell]

    @property
    def is_excluded(self) -> bool:
        return self.result.exclusion_id is not None


@dataclass(frozen=True, slots=True)
class Beside:
    """One neighbour and the ratio of the first figure that both have; else ``why_none``.

    Of repeats the ratio is that of their median.
    """

    row: Result
    metric: Metric | None
    value: float | None
    ratio: float | None
    why_none: str
    doubt: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadPreview:
    """``cells`` are the figures of its one result, ``medians`` those of ``lines``."""

    title: str
    result: Result
    cells: Sequence[Cell]
    lines: Sequence[Line]
    medians: Sequence[Cell]
    counted: int
    beside: Sequence[Beside]
    findings: Sequence[NamedFinding]
    chart: Chart | None


@dataclass(frozen=True, slots=True)
class Preview:
    """``findings`` are of each result of all ``loads``."""

    loads: Sequence[LoadPreview]
    findings: Sequence[NamedFinding]


def preview_of(report: SubmissionReport) -> Preview:
    """The first few loads with a chart."""
    loads, places = report.loads, report.places
    rows = [
        row
        for each in report.results
        for row in (each.result, *(near.result for near in each.neighbours))
    ]
    unique = list({row.pk: row for row in rows}.values())
    contexts = {each.id: each for each in contexts_of(unique)}
    is_rejected = report.submission.state == SubmissionState.REJECTED
    found = findings_once(loads)
    titles = titles_of([load[0] for load in loads])
    return Preview(
        [
            LoadPreview(
                title=titles[number],
                result=load[0].result,
                cells=_facts(load[0]) if len(load) == 1 else [],
                lines=_lines(load, places) if len(load) > 1 else [],
                medians=_medians(load) if len(load) > 1 else [],
                counted=len(_counted(load)),
                beside=_beside(load, contexts),
                findings=[*_disagreement(load), *found.of_loads[number]],
                chart=_chart(load, is_rejected=is_rejected)
                if number < MOST_CHARTS
                else None,
            )
            for number, load in enumerate(loads)
        ],
        found.of_all,
    )


def _facts(each: ResultReport) -> list[Cell]:
    """The doubt is said at the first figure that it is about."""
    cells = [cell for cell in _cells(each, SHOWN) if cell.value is not None]
    first = next((n for n, cell in enumerate(cells) if cell.doubted), None)
    return [
        replace(cell, doubt=cell.doubted) if number == first else cell
        for number, cell in enumerate(cells)
    ]


def _cells(each: ResultReport, names: Sequence[str]) -> list[Cell]:
    result = each.result
    why = doubts_text(each.result)
    return [
        Cell(
            METRICS[name],
            getattr(result, name),
            formula=result.derived.get(name, ""),
            doubted="" if name in STATED else why,
        )
        for name in names
    ]


def _known(load: Sequence[ResultReport]) -> list[str]:
    """The figures that any of the repeats has."""
    return [
        name
        for name in SHOWN
        if any(getattr(each.result, name) is not None for each in load)
    ]


def _counted(load: Sequence[ResultReport]) -> list[ResultReport]:
    return [each for each in load if each.result.exclusion_id is None]


def _disagreement(load: Sequence[ResultReport]) -> list[NamedFinding]:
    found = spread.disagreement([each.result for each in load])
    if found is None:
        return []
    told = worded(found)
    return [NamedFinding(finding=told, remedy=told.remedy)]


def _lines(load: Sequence[ResultReport], places: Mapping[UUID, str]) -> list[Line]:
    names = _known(load)
    return [
        Line(each.result, places.get(each.result.pk, ""), _cells(each, names))
        for each in load
    ]


def _medians(load: Sequence[ResultReport]) -> list[Cell]:
    counted = _counted(load)
    doubted = doubt_of_cases([[each.row] for each in counted])
    if len(counted) == 1:
        doubted = doubts_text(counted[0].result)
    found = []
    for name in _known(load):
        values = [v for e in counted if (v := getattr(e.result, name)) is not None]
        formulas = {each.result.derived.get(name, "") for each in load}
        found.append(
            Cell(
                METRICS[name],
                median(values) if values else None,
                formula=formulas.pop() if len(formulas) == 1 else "",
                doubted="" if name in STATED else doubted,
            )
        )
    return found


def _beside(
    load: Sequence[ResultReport], contexts: Mapping[str, Context]
) -> list[Beside]:
    """Over a row of another test nothing is divided; over a doubted one the ratio is in
    doubt as well."""
    counted = _counted(load) or load
    own = contexts[str(counted[0].result.pk)]
    lines = []
    for neighbour in counted[0].neighbours:
        row = neighbour.result
        alike = [n for each in counted for n in each.neighbours if n.result == row]
        name = next((n for n in SHOWN if any(n in a.ratios for a in alike)), None)
        other = contexts[str(row.pk)]
        why_none = _why_none(own, other, has_figure=name is not None)
        ratio = None
        if name and not why_none:
            ratio = median(each.ratios[name] for each in alike if name in each.ratios)
        lines.append(
            Beside(
                row=row,
                metric=METRICS[name] if name else None,
                value=getattr(row, name) if name else None,
                ratio=ratio,
                why_none=why_none,
                doubt=gravest([*(each.result.doubt for each in counted), row.doubt]),
            )
        )
    return lines


def _why_none(own: Context, other: Context, *, has_figure: bool) -> str:
    """Why nothing is divided, in few words; empty where it is."""
    if codes := other_tests([own, other], frozenset()):
        what = ", ".join(map(condition_label, codes))
        return _("different tests: %(what)s") % {"what": what}
    if has_figure:
        return ""
    refused = fairness.refusals([own, other], baseline=other.id)
    if refused:
        return reason_of(refused[0].reason)
    return _("no figure that both have")


def _chart(load: Sequence[ResultReport], *, is_rejected: bool) -> Chart | None:
    """None of fewer than two figures: a chart of one says nothing."""
    first, *others = (each.result for each in load)
    beside = [near.result for near in load[0].neighbours]
    chart = preview_chart(first, [*others, *beside])
    if len(list(chart.figures)) < 2:
        return None
    if not is_rejected:
        return chart
    points = [
        replace(point, is_rejected=True) if point.is_draft else point
        for point in chart.points
    ]
    return replace(chart, points=points)
