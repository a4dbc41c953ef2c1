"""What single cells of a comparison's table print and which marks they carry."""

from benchruns.comparison.figures.lines import Cell, Line
from benchruns.figures.metrics import METRICS
from portal.links.comparisons import View
from portal.pages.comparisons.cells import line_text


def tps(*cells):
    metric = METRICS["tps"]
    line = Line(key="tps", metric=metric, label=metric.label, cells=cells)
    return line_text(line, view=View(), baseline=0).cells


def test_what_prints_like_the_best_is_the_best_unless_it_is_refused():
    best = Cell(value=1000.2, of_best=1.0, is_best=True)
    tie = Cell(value=1000.1, of_best=0.9999)
    refused = Cell(value=1000.2, is_refused=True)

    shown = tps(best, tie, refused)

    assert [cell.text for cell in shown] == ["1,000"] * 3
    assert [cell.is_best for cell in shown] == [True, True, False]
