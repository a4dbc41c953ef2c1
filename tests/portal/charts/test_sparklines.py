"""The geometry of small curves and of lying boxes."""

from benchruns.figures.statistics import summary
from benchruns.trends.trend import OfVersion
from portal.charts.sparklines import EDGE, HEIGHT, WIDTH, lying_boxes, sparkline


def test_a_curve_goes_from_edge_to_edge_and_from_zero_to_the_highest():
    curve = sparkline([0.0, 50.0, 100.0])

    assert curve.points == f"{EDGE},{HEIGHT - EDGE} 60,14 {WIDTH - EDGE},{EDGE}"
    assert (curve.last.x, curve.last.y) == (WIDTH - EDGE, EDGE)


def test_no_figure_and_figures_of_nothing_have_a_curve_all_the_same():
    assert (sparkline([]).points, sparkline([]).last) == ("", None)
    assert sparkline([0.0]).points == f"{EDGE},{HEIGHT - EDGE}"


def test_boxes_share_a_scale_from_the_lowest_to_the_highest():
    low, high = lying_boxes(
        [
            OfVersion(version="1", summary=summary([0.0, 25.0, 50.0]), doubt=""),
            OfVersion(version="2", summary=summary([100.0]), doubt=""),
        ]
    )

    assert (low.lowest, low.median, low.highest) == ("2.0", "51.0", "100.0")
    assert (high.lowest, high.q1, high.half) == ("198.0", "198.0", "1.0")
