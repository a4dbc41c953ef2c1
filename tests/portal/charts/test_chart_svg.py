"""Charts drawn on the server: whole, readable, the same every time."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from portal.charts import Point, Series
from portal.charts.svg import draw, svg_of
from portal.charts.svg.look import CACHED, DISK, ENTRY_COLOURS, INK
from portal.charts.tables import chart_table
from tests.portal.charts.chart_examples import (
    ALL,
    BARS,
    BOXES,
    LYING,
    SCATTER,
    SVG,
    TIMELINE,
    parsed,
)


def texts_of(svg):
    return [element.text for element in parsed(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("chart", ALL, ids=lambda chart: chart.kind)
def test_every_kind_is_a_picture_that_stands_alone(chart):
    svg = svg_of(chart)

    root = parsed(svg)
    assert root.tag == f"{SVG}svg"
    assert root.find(f"{SVG}title").text == chart.heading
    assert chart.unit in root.find(f"{SVG}desc").text
    assert chart.heading in texts_of(svg)
    # no policy of any page can take its look away
    assert "style" not in {name for element in root.iter() for name in element.attrib}
    assert not list(root.iter(f"{SVG}style"))


def test_bars_have_labels_figures_hatch_legend_and_source():
    svg = svg_of(BARS)

    texts = texts_of(svg)
    for text in ("m1.medium", "16 vCPU · 64 GB", "1,866", "1,013", "6,740", "42.0"):
        assert text in texts
    assert "cached" in texts
    assert "measured here" in texts
    assert "Source: Alibaba Cloud white paper, 1.4, 2022-05-30." in texts
    assert "<pattern" in svg
    assert 'fill="#1f6db4"' in svg


@pytest.mark.parametrize("series", [0, 1, None], ids=["bar", "no-bar", "beside"])
def test_a_point_has_its_figure_whether_or_not_it_has_a_bar(series):
    point = Point(
        place=1, series=series, value=4321.0, text="4,321", provenance="measured"
    )

    assert "4,321" in texts_of(svg_of(replace(BARS, points=[point])))


def test_a_bar_without_hatch_is_not_hatched():
    cached = replace(BARS, series=BARS.series[:1], points=[])

    assert "<pattern" not in svg_of(cached)


def test_the_same_chart_is_the_same_text_in_threads_too():
    drawn = []
    for _ in range(2):
        draw._kept.clear()
        with ThreadPoolExecutor(4) as pool:
            drawn.append(list(pool.map(svg_of, ALL)))

    assert drawn[0] == drawn[1]


def test_a_chart_is_drawn_once_and_another_one_anew(monkeypatch):
    drawn = []
    monkeypatch.setattr(draw, "_drawn", lambda chart: drawn.append(chart) or "svg")
    draw._kept.clear()
    other = replace(BARS, points=[replace(BARS.points[0], value=6_701.0)])

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(svg_of, [BARS, BARS, other, BARS, other, replace(BARS)]))

    assert len(drawn) == 2
    draw._kept.clear()


def test_what_is_between_bars_and_their_scale():
    lying = svg_of(LYING)
    lower = svg_of(replace(LYING, limit=60_000.0))

    assert "stroke-dasharray" in lying
    assert lying != lower


def test_boxes_name_their_median_and_draw_what_is_left_out():
    texts = texts_of(svg_of(BOXES))

    assert "1,002" in texts
    assert "left out by its owner" in texts
    # close figures are not pressed flat by a scale from zero
    assert "1,000" in texts
    assert "0" not in texts


def test_entries_are_told_apart_without_colour():
    scatter, timeline = svg_of(SCATTER), svg_of(TIMELINE)

    assert "m1.medium" in texts_of(scatter)
    assert any(text.endswith(" TPS") for text in texts_of(scatter))
    assert "run 1" in texts_of(timeline)
    assert "stroke-dasharray" in timeline


@pytest.mark.parametrize(
    ("style", "colour"),
    [
        ("cached", CACHED),
        ("disk_io", DISK),
        ("unknown", INK),
        ("none", ENTRY_COLOURS[0]),
    ],
)
def test_the_line_of_a_run_has_the_colour_of_its_regime(style, colour):
    series = replace(TIMELINE.series[0], style=style)

    drawn = svg_of(replace(TIMELINE, series=[series])).lower()

    assert f'stroke="{colour}"' in drawn
    others = {CACHED, DISK, ENTRY_COLOURS[0]} - {colour}
    assert not any(f'stroke="{other}"' in drawn for other in others)


def test_dangerous_and_strange_texts_are_only_texts():
    label = '<script>alert("x")</script> & $a_b$ 数据库'
    chart = replace(
        BARS, labels=[[label], ["b"]], caption=label, source=label, points=[]
    )

    texts = texts_of(svg_of(chart))

    assert any('<script>alert("x")</script> & $a_b$' in text for text in texts)


@pytest.mark.parametrize("chart", ALL, ids=lambda chart: chart.kind)
def test_characters_that_xml_cannot_hold_are_left_out(chart):
    label = "bad\x07\x0b\uffffname"
    bad = replace(
        chart,
        labels=[[label] for _ in chart.labels],
        series=[replace(series, label=label) for series in chart.series],
        caption=label,
        source=label,
        note=label,
    )

    svg = svg_of(bad)

    assert "badname" in parsed(svg).find(f"{SVG}desc").text + "".join(texts_of(svg))


def test_many_places_lie_down_and_say_where_they_end():
    count = 300
    chart = replace(
        BARS,
        labels=[[f"class {n}"] for n in range(count)],
        series=[
            Series(
                label="",
                values=[float(n + 1) for n in range(count)],
                texts=[f"{n + 1}" for n in range(count)],
            )
        ],
        points=[],
    )

    texts = texts_of(svg_of(chart))

    assert "class 0" in texts
    assert "class 299" not in texts
    assert any("The first 60 of 300 classes" in text for text in texts)


def test_a_log_scale_with_a_zero_is_linear_and_says_so():
    with_zero = replace(
        LYING,
        is_log=True,
        series=[Series(label="", values=[0.0, 5.0], texts=["0", "5"])],
    )

    assert not with_zero.is_log
    assert with_zero.note.startswith("Linear scale")
    assert with_zero.spec["note"] == with_zero.note
    assert any("Linear scale" in text for text in texts_of(svg_of(with_zero)))
    assert replace(LYING, is_log=True).is_log


def test_nothing_to_draw_is_known():
    empty = Series(label="", values=[None], texts=["–"])

    assert replace(LYING, labels=[["a"]], series=[empty], baseline=None).is_empty
    assert not any(chart.is_empty for chart in ALL)


@pytest.mark.parametrize("chart", ALL, ids=lambda chart: chart.kind)
def test_every_chart_has_its_table(chart):
    table = chart_table(chart)

    assert table.rows
    assert {len(row) for row in table.rows} == {len(table.columns)}


def test_the_table_says_what_the_picture_says():
    table = chart_table(BARS)

    assert table.rows[1] == ["c2.xlarge, 16 vCPU · 64 GB", "6,740", "–", "6,700, 42.0"]


def test_the_web_process_starts_and_judges_trends_without_the_drawing_libraries():
    """The list of trends loaded SciPy, half a second of a new process's first answer."""
    code = (
        "import django, sys; django.setup(); import portal.urls;"
        "from benchruns.trends.changepoints import change_points;"
        "assert change_points([9.0, 9, 9, 9, 9, 1, 1, 1, 1, 1]);"
        "print([n for n in ('matplotlib', 'scipy', 'weasyprint') if n in sys.modules])"
    )

    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert told.stdout.strip() == "[]"
