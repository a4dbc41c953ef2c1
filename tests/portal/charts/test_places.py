"""Bars stand where their names have room, and lie where they would be written upon another."""

from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings

from portal.charts import Kind, Series
from portal.charts.places import NEVER, STEPS
from portal.charts.svg import svg_of
from tests.portal.charts.chart_examples import BARS, BOXES, LINES, LYING, SVG, parsed

OWN = ["plant.u2", "2 vCPU · 4 GB", "16 threads", "102.4 M rows"]


def chart_of(label, count, *, figure="1,866"):
    bars = Series(
        label="cached",
        style="cached",
        values=[1866.0] * count,
        texts=[figure] * count,
    )
    return replace(BARS, labels=[label] * count, series=[bars], points=[])


def test_the_more_names_and_the_longer_the_wider_the_chart_that_bars_stand_in():
    few, many = chart_of(OWN, 3), chart_of(OWN, 12)
    short = chart_of(["2 · 4", "16", "102.4 M"], 12)

    assert few.stands_from <= 400
    assert few.stands_from < short.stands_from < many.stands_from
    assert many.stands_from > 1000
    assert chart_of(OWN, 60).stands_from == NEVER


def test_few_bars_that_are_too_narrow_for_their_figures_lie():
    assert (
        chart_of(["a"], 5, figure="1,345,792†").stands_from
        > chart_of(["a"], 5, figure="42").stands_from
    )


def test_what_cannot_turn_has_one_shape():
    assert LYING.stands_from == NEVER
    assert {BOXES.stands_from, LINES.stands_from} == {0}


@pytest.mark.parametrize("chart", [chart_of(OWN, 4), replace(BOXES, labels=[OWN, OWN])])
def test_lying_bars_are_far_enough_apart_for_all_lines_of_their_names(chart):
    # a phone 320 px wide has one line for each part
    assert chart.lying_height >= len(chart.labels) * len(OWN) * 15


def test_the_style_sheet_has_a_rule_for_each_width():
    sheet = Path(settings.BASE_DIR, "static/css/charts.css").read_text()

    for step in STEPS:
        assert f".bb-chart-stands-{step} {{" in sheet
        assert not step or f"@container (width >= {step}px)" in sheet


@pytest.mark.parametrize("kind", [Kind.BARS, Kind.LYING])
def test_the_servers_picture_has_every_word_of_a_name(kind):
    long = [
        "a-class-of-some-other-vendor",
        "2 vCPU · 4 GB",
        "16 threads",
        "102.4 M rows",
    ]
    chart = replace(chart_of(long, 14), kind=kind)

    root = parsed(svg_of(chart))

    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert not [text for text in texts if "…" in text]
    for word in " ".join(long).replace("·", "").split():
        assert sum(word in text.split() for text in texts) >= 14, word
    rows = sorted(
        {float(t.get("y")) for t in root.iter(f"{SVG}text") if t.text in ("1,866", "†")}
    )
    assert len(rows) == 14
