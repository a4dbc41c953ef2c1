"""How the results of a submission will look: each beside the rows of its class."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from benchruns.comparison import fairness
from benchruns.comparison.fairness.context import Context
from benchruns.comparison.fairness.other_tests import other_tests
from benchruns.comparison.fairness.results import contexts_of
from benchruns.figures.metrics import METRICS, STATED, Metric
from benchruns.findings import gravest
from benchruns.sentences.doubts import doubt_text
from benchruns.sentences.fairness.axes import reason_of
from benchruns.sentences.fairness.table import condition_label
from benchruns.submissions.report_parts import ResultReport, SubmissionReport
from benchruns.vocabulary import SubmissionState
from portal.charts import Chart
from portal.charts.preview import preview_chart

SHOWN = ("tps", "qps", "nopm", "tpm", "latency_p95_ms", "latency_avg_ms")
MOST_CHARTS = 6


@dataclass(frozen=True, slots=True)
class Cell:
    """``doubted`` says what is in doubt of the figure, ``doubt`` the same at the first."""

    metric: Metric
    value: float
    formula: str
    doubted: str = ""
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class Beside:
    """One neighbour and the ratio of the first figure that both have; else ``why_none``."""

    row: object
    metric: Metric | None
    value: float | None
    ratio: float | None
    why_none: str
    doubt: str


@dataclass(frozen=True, slots=True)
class Preview:
    report: ResultReport
    cells: Sequence[Cell]
    beside: Sequence[Beside]
    chart: Chart | None


def previews(report: SubmissionReport) -> list[Preview]:
    """One a result; the first few with a chart."""
    rows = [
        row
        for each in report.results
        for row in (each.result, *(near.result for near in each.neighbours))
    ]
    unique = list({row.pk: row for row in rows}.values())
    contexts = {each.id: each for each in contexts_of(unique)}
    is_rejected = report.submission.state == SubmissionState.REJECTED
    return [
        Preview(
            report=each,
            cells=_cells(each),
            beside=_beside(each, contexts),
            chart=_chart(each, is_rejected=is_rejected)
            if number < MOST_CHARTS
            else None,
        )
        for number, each in enumerate(report.results)
    ]


def _cells(each: ResultReport) -> list[Cell]:
    result = each.result
    why = doubt_text(each.row)
    cells = [
        Cell(
            METRICS[name],
            value,
            result.derived.get(name, ""),
            doubted="" if name in STATED else why,
        )
        for name in SHOWN
        if (value := getattr(result, name)) is not None
    ]
    first = next((n for n, cell in enumerate(cells) if cell.doubted), None)
    return [
        replace(cell, doubt=why) if number == first else cell
        for number, cell in enumerate(cells)
    ]


def _beside(each: ResultReport, contexts: Mapping[str, Context]) -> list[Beside]:
    """Over a row of another test nothing is divided; over a doubted one the ratio is in
    doubt as well."""
    lines = []
    own = contexts[str(each.result.pk)]
    for neighbour in each.neighbours:
        other = contexts[str(neighbour.result.pk)]
        name = next((n for n in SHOWN if n in neighbour.ratios), None)
        why_none = _why_none(own, other, has_figure=name is not None)
        lines.append(
            Beside(
                row=neighbour.result,
                metric=METRICS[name] if name else None,
                value=getattr(neighbour.result, name) if name else None,
                ratio=neighbour.ratios[name] if name and not why_none else None,
                why_none=why_none,
                doubt=gravest([each.result.doubt, neighbour.result.doubt]),
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


def _chart(each: ResultReport, *, is_rejected: bool) -> Chart | None:
    """None where nothing stands beside it: a chart of one point says nothing."""
    if not each.neighbours:
        return None
    chart = preview_chart(each.result, [n.result for n in each.neighbours])
    if not is_rejected:
        return chart
    points = [
        replace(point, is_rejected=True) if point.is_draft else point
        for point in chart.points
    ]
    return replace(chart, points=points)
