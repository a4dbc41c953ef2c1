"""What single cells of a comparison's table print and which marks they carry."""

from benchruns.comparison.figures.lines import Cell, Line
from benchruns.figures.metrics import METRICS
from benchruns.models import Result
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


IN_DOUBT = (Result(doubt="figure"),)


def test_a_difference_from_or_of_a_figure_in_doubt_has_no_decimals():
    sure, doubted = Cell(value=1000.0), Cell(value=1000.0, doubted=IN_DOUBT)
    faster = Cell(value=1234.4, of_baseline=1.2344)
    doubted_faster = Cell(value=1234.4, of_baseline=1.2344, doubted=IN_DOUBT)

    assert [cell.change for cell in tps(sure, faster)] == ["", "+23.4 %"]
    assert [cell.change for cell in tps(sure, doubted_faster)] == ["", "+23 %"]
    assert [cell.change for cell in tps(doubted, faster)] == ["", "+23 %"]


def test_three_times_the_baseline_and_more_is_said_as_times():
    small, large = Cell(value=150.0), Cell(value=2000.0, of_baseline=2000 / 150)

    assert tps(small, large)[1].change == "13.3 times"
    assert tps(small, large)[1].words == "13.3 times the baseline"
