"""A dagger stands at its own figure or in its own mark, never beside another's figure."""

from dataclasses import replace

import pytest

from portal.charts import Kind
from portal.charts.svg import svg_of
from tests.portal.charts.chart_examples import BARS, SVG, parsed
from tests.portal.charts.test_chart_labels import (
    DOUBT,
    figure_boxes,
    mark_boxes,
    points,
)

KEY = "12px"  # of the legend's signs


def two(low=1320, **more):
    """Over the bar of 1,013: one in doubt, and a higher one that is not."""
    return [
        *points(0, [low], series=1, doubt=DOUBT, **more),
        *points(0, [3498], series=1, **more),
    ]


def lone_daggers(svg):
    """Where daggers without a figure stand, but for that of the legend."""
    return [
        (float(text.get("x")), float(text.get("y")))
        for text in parsed(svg).iter(f"{SVG}text")
        if text.text == "†" and text.get("font-size") != KEY
    ]


@pytest.mark.parametrize("kind", [Kind.BARS, Kind.LYING])
def test_of_few_points_each_in_doubt_has_its_dagger_at_its_figure(kind):
    svg = svg_of(replace(BARS, kind=kind, points=two()))

    texts = {text for text, *_box in figure_boxes(svg)}
    assert {"1,320†", "3,498", "1,013"} <= texts
    assert lone_daggers(svg) == []


@pytest.mark.parametrize("kind", [Kind.BARS, Kind.LYING])
def test_a_figure_without_room_at_its_point_stands_at_no_other(kind):
    """The "3,400†" stood beyond the point of 3,498, as if both were its figures."""
    svg = svg_of(replace(BARS, kind=kind, points=two(3400)))

    texts = {text for text, *_box in figure_boxes(svg)}
    assert {"3,498", "1,013"} <= texts
    assert "3,400†" not in texts
    assert_in_a_mark(svg)


def test_figures_beside_a_lying_bar_rise_from_left_to_right():
    svg = svg_of(replace(BARS, kind=Kind.LYING, points=two()[::-1]))

    left = {text: x for text, x, *_box in figure_boxes(svg)}
    assert left["1,013"] < left["1,320†"] < left["3,498"]


def test_over_a_standing_bar_the_higher_figure_stands_higher():
    svg = svg_of(replace(BARS, points=two()[::-1]))

    top = {text: y for text, _x, y, *_rest in figure_boxes(svg)}
    assert top["3,498"] < top["1,320†"]


@pytest.mark.parametrize("kind", [Kind.BARS, Kind.LYING])
def test_of_many_points_one_in_doubt_has_its_dagger_in_its_mark(kind):
    crowd = points(0, [3000, 3500, 4000], series=1)
    doubted = points(0, [2000], series=1, doubt=DOUBT)

    svg = svg_of(replace(BARS, kind=kind, points=[*doubted, *crowd]))

    assert_in_a_mark(svg)


def assert_in_a_mark(svg):
    """The one dagger that stands at no figure."""
    ((x, y),) = lone_daggers(svg)
    assert [
        left
        for _link, left, top, right, bottom in mark_boxes(svg, reach=5)
        if left <= x <= right and top <= y <= bottom + 1
    ]
