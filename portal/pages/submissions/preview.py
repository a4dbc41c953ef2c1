"""How the results of a submission will look: each beside the rows of its class."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from benchruns.comparison.fairness.context import Context
from benchruns.comparison.fairness.other_tests import other_tests
from benchruns.comparison.fairness.results import contexts_of
from benchruns.figures.metrics import METRICS, STATED, Metric
from benchruns.findings import gravest
from benchruns.sentences.doubts import doubt_text
from benchruns.submissions.report_parts import ResultReport, SubmissionReport
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
    """One neighbour and the ratio of the first figure that both have."""

    row: object
    metric: Metric | None
    value: float | None
    ratio: float | None
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
    return [
        Preview(
            report=each,
            cells=_cells(each),
            beside=_beside(each, contexts),
            chart=_chart(each) if number < MOST_CHARTS else None,
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
        is_one_test = not other_tests([own, other], frozenset())
        lines.append(
            Beside(
                row=neighbour.result,
                metric=METRICS[name] if name else None,
                value=getattr(neighbour.result, name) if name else None,
                ratio=neighbour.ratios[name] if name and is_one_test else None,
                doubt=gravest([each.result.doubt, neighbour.result.doubt]),
            )
        )
    return lines


def _chart(each: ResultReport) -> Chart | None:
    """None where nothing stands beside it: a chart of one point says nothing."""
    if not each.neighbours:
        return None
    return preview_chart(each.result, [n.result for n in each.neighbours])
