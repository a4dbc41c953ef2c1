"""Marks cover no label, every sign has its word, a figure in doubt its dagger."""

import re
from dataclasses import replace
from itertools import combinations

import pytest

from portal.charts import Kind, Point, Series, legend_of
from portal.charts.svg import svg_of
from portal.charts.svg.look import text_width
from portal.charts.tables import chart_table
from tests.portal.charts.chart_examples import (
    ALL,
    BARS,
    BOXES,
    LINES,
    LYING,
    SCATTER,
    SVG,
    TIMELINE,
    parsed,
)

LINK = "{http://www.w3.org/1999/xlink}href"
DOUBT = "The data fit in memory, so this is no disk I/O."


DAGGER_WORD = "regime or method in doubt"
HOLLOW_WORD = f"hollow, †: {DAGGER_WORD}"


def points(place, values, *, series=None, **more):
    return [
        Point(
            place=place,
            series=series,
            value=value,
            text=f"{value:,.0f}",
            provenance="submitted",
            **more,
        )
        for value in values
    ]


CROWDED = [
    pytest.param(points(0, [1870, 1900, 2050], series=0), id="over-a-bar"),
    pytest.param(points(0, [1020, 1100, 1900]), id="beside-the-bars"),
    pytest.param(
        points(0, [1866], series=0) + points(0, [1013], series=1) + points(0, [1866]),
        id="at-the-ends",
    ),
    pytest.param(points(1, [6740, 6900, 7990], series=0), id="at-the-top"),
    pytest.param(
        points(1, [5000, 5000], is_draft=True) + points(1, [5100], doubt=DOUBT),
        id="drafts-and-doubt",
    ),
]


def figure_boxes(svg):
    """The labels of figures as (text, left, top, right, bottom)."""
    boxes = []
    for text in parsed(svg).iter(f"{SVG}text"):
        size = float(text.get("font-size").removesuffix("px"))
        if size != 11.5 or not re.fullmatch(r"[\d,.]*†?", text.text):
            continue
        x, y = (float(text.get(name)) for name in ("x", "y"))
        width = 0.85 * text_width(text.text, size)  # of Inter, which is narrower
        left = {"middle": x - width / 2}.get(text.get("text-anchor"), x)
        boxes.append((text.text, left, y - 0.75 * size, left + width, y))
    return boxes


def mark_boxes(svg, *, reach=4):
    boxes = []
    for use in parsed(svg).iter(f"{SVG}use"):
        x, y = float(use.get("x", 0)), float(use.get("y", 0))
        boxes.append((use.get(LINK), x - reach, y - reach, x + reach, y + reach))
    return boxes


def touch(one, other):
    _, left, top, right, bottom = one
    _, left2, top2, right2, bottom2 = other
    return left < right2 and left2 < right and top < bottom2 and top2 < bottom


@pytest.mark.parametrize("kind", [Kind.BARS, Kind.LYING])
@pytest.mark.parametrize("crowd", CROWDED)
def test_no_mark_and_no_label_covers_a_label(crowd, kind):
    svg = svg_of(replace(BARS, kind=kind, points=crowd))

    labels, marks = figure_boxes(svg), mark_boxes(svg)

    assert {"1,866", "1,013", "6,740"} <= {box[0] for box in labels}
    assert len(marks) >= len(crowd)
    assert [(a, b) for a in labels for b in marks if touch(a, b)] == []
    assert [pair for pair in combinations(labels, 2) if touch(*pair)] == []


@pytest.mark.parametrize("crowd", CROWDED)
def test_every_label_is_inside_the_picture_and_under_its_legend(crowd):
    svg = svg_of(replace(BARS, points=crowd))

    root = parsed(svg)
    keys = [t for t in root.iter(f"{SVG}text") if t.text == "submitted"]
    lowest = max((float(t.get("y")) for t in keys), default=0)

    for _text, left, top, right, _bottom in figure_boxes(svg):
        assert left >= 0
        assert right <= float(root.get("width"))
        assert top >= lowest


def test_a_point_without_a_regime_stands_right_of_the_bars_not_between_them():
    chart = replace(BARS, points=points(0, [1500]))

    assert chart.slots == 3
    assert "points beside the bars: regime not determined" in [
        item.label for item in legend_of(chart)
    ]
    assert replace(BARS, points=points(0, [1500], series=0)).slots == 2


def test_every_sign_of_a_picture_has_its_word():
    everything = replace(
        BARS,
        points=[
            *points(0, [1500], series=0),
            *points(0, [1400], series=0, is_draft=True),
            *points(1, [42]),
        ],
        baseline=1013.0,
        kind=Kind.LYING,
        series=[replace(BARS.series[0], doubts=[DOUBT, ""]), BARS.series[1]],
    )

    words = [item.label for item in legend_of(everything)]

    for word in (
        "cached",
        "disk I/O",
        "submitted",
        "draft, not accepted yet",
        "dashed: the baseline",
        "hollow, †: regime or method in doubt",
    ):
        assert word in words
        assert f">{word}</text>" in svg_of(everything)
    boxes = [item.label for item in legend_of(BOXES)]
    assert "lowest to highest" in boxes
    assert "the middle half, with the median" in boxes


def test_perfect_scaling_is_a_dashed_line_with_its_word():
    measured = SCATTER.series[0]
    ideal = replace(measured, label="perfect", is_ideal=True)
    chart = replace(SCATTER, series=[measured, ideal])

    svg = svg_of(chart)

    assert "dashed: perfect scaling from the smallest class" in svg
    assert "stroke-dasharray" in svg
    assert f">{measured.label}</text>" in svg
    assert ">perfect</text>" not in svg  # it is in the legend


def test_a_figure_in_doubt_has_its_dagger_and_its_sentence():
    doubted = replace(BARS.series[1], doubts=[DOUBT, ""])
    chart = replace(BARS, series=[BARS.series[0], doubted])

    svg = svg_of(chart)

    assert ">1,013†</text>" in svg
    assert ">1,866</text>" in svg
    assert DOUBT.removesuffix(".") in svg  # the description, for those who listen
    table = chart_table(chart)
    assert table.columns[-1] == "† In doubt"
    assert table.rows[0][-2:] != table.rows[1][-2:]
    assert table.rows[0][-1] == DOUBT
    assert "1,013†" in table.rows[0]


def drawn_as(svg, *, stroke):
    """Each outline of this colour in the plot and its legend: its fill, whether dashed."""
    return [
        (path.get("fill"), bool(path.get("stroke-dasharray")))
        for path in parsed(svg).iter(f"{SVG}path")
        if path.get("stroke") == stroke and path.get("fill") != "none"
    ]


HOLLOW, FILLED = ("#ffffff", True), ("#1f6db4", False)
BLUE, ORANGE, GREY = "#1f6db4", "#b9500a", "#69717c"


@pytest.mark.parametrize("kind", [Kind.BARS, Kind.LYING])
def test_a_bar_in_doubt_is_hollow_and_the_legend_says_so(kind):
    """As in the small pictures of versions and in the answer to a need."""
    cached, disk = BARS.series
    series = [replace(cached, doubts=["", DOUBT]), replace(disk, doubts=[DOUBT, ""])]

    svg = svg_of(replace(BARS, kind=kind, points=[], series=series))

    # two bars and a key; a bar and a key; the key of what is hollow
    assert sorted(drawn_as(svg, stroke=BLUE)) == [FILLED, FILLED, HOLLOW]
    assert [each for each in drawn_as(svg, stroke=ORANGE) if each == HOLLOW] == [HOLLOW]
    assert drawn_as(svg, stroke=GREY) == [HOLLOW]
    assert ">hollow, †: regime or method in doubt</text>" in svg
    assert HOLLOW not in drawn_as(svg_of(replace(BARS, kind=kind)), stroke=BLUE)


def test_a_box_in_doubt_is_hollow_too():
    doubted = [replace(box, doubt=DOUBT) for box in BOXES.boxes]

    assert HOLLOW in drawn_as(svg_of(replace(BOXES, boxes=doubted)), stroke=ORANGE)
    assert HOLLOW not in drawn_as(svg_of(BOXES), stroke=ORANGE)


def bar_widths(svg):
    """Of the bars that are drawn in blue, with whether they are hollow."""
    found = []
    for path in parsed(svg).iter(f"{SVG}path"):
        if path.get("stroke") == BLUE and path.get("clip-path"):
            xs = [float(x) for x in re.findall(r"[ML] ([\d.]+)", path.get("d"))]
            found.append((round(max(xs) - min(xs), 1), path.get("fill")))
    return found


def test_a_version_put_beside_is_narrower_whether_or_not_it_is_in_doubt():
    """So that hollow says one thing, and two versions in doubt are told apart."""
    own = replace(BARS.series[0], doubts=["", DOUBT])
    beside = replace(own, label="MySQL 5.7 cached", is_beside=True)

    widths = bar_widths(svg_of(replace(BARS, points=[], series=[own, beside])))

    (wide, narrow) = sorted({width for width, _fill in widths}, reverse=True)
    assert narrow == pytest.approx(0.6 * wide, abs=0.2)
    assert sorted(widths) == sorted(
        [
            (wide, "#1f6db4"),
            (wide, "#ffffff"),
            (narrow, "#9abddd"),
            (narrow, "#ffffff"),
        ]
    )


def test_a_figure_beside_a_lying_bar_stands_on_no_baseline():
    bars = replace(LYING.series[0], values=[1013.0, 990.0], texts=["1,013", "990"])

    svg = svg_of(replace(LYING, series=[bars], limit=None))

    line = next(
        path
        for path in parsed(svg).iter(f"{SVG}path")
        if path.get("stroke-dasharray") and "L" in path.get("d") and is_plot(path)
    )
    x = float(line.get("d").split()[1])
    for text, left, _top, right, _bottom in figure_boxes(svg):
        assert not left <= x <= right, text


def is_plot(path):
    """The baseline itself is upright, its key lies."""
    words = path.get("d").split()
    return words[1] == words[4]


def test_what_was_submitted_is_dotted_as_on_pages():
    measured = replace(points(0, [1500], series=0)[0], provenance="measured")

    assert "stroke-dasharray" not in svg_of(replace(BARS, points=[measured]))
    for point in points(0, [1500], series=0) + points(0, [9], series=0, is_draft=True):
        # the mark and its key
        assert svg_of(replace(BARS, points=[point])).count("stroke-dasharray") == 2


def test_a_point_in_doubt_has_its_dagger():
    chart = replace(BARS, points=points(0, [1500], series=0, doubt=DOUBT))

    assert ">†</text>" in svg_of(chart)
    assert "1,500†" in chart_table(chart).rows[0]


@pytest.mark.parametrize(
    ("chart", "texts"),
    [
        (
            replace(BOXES, boxes=[replace(each, doubt=DOUBT) for each in BOXES.boxes]),
            ["1,002†", "1,008†", HOLLOW_WORD],
        ),
        (
            replace(SCATTER, series=[replace(SCATTER.series[0], doubts=["", DOUBT])]),
            ["†", "m1.medium", DAGGER_WORD],
        ),
        (
            replace(LINES, series=[replace(LINES.series[0], doubts=["", DOUBT])]),
            ["†", "pg.x8", DAGGER_WORD],
        ),
        (
            replace(TIMELINE, series=[replace(TIMELINE.series[0], name_doubt=DOUBT)]),
            ["run 0†", DAGGER_WORD],
        ),
    ],
    ids=["boxes", "scatter", "lines", "timeline"],
)
def test_what_is_no_bar_has_its_dagger_and_its_sentence_too(chart, texts):
    svg = svg_of(chart)
    table = chart_table(chart)

    for text in texts:
        assert f">{text}</text>" in svg
    assert DOUBT.removesuffix(".") in svg
    assert table.columns[-1] == "† In doubt"
    assert DOUBT in {row[-1] for row in table.rows}
    assert {len(row) for row in table.rows} == {len(table.columns)}
    assert any("†" in cell for row in table.rows for cell in row)


@pytest.mark.parametrize("chart", ALL, ids=lambda chart: chart.kind)
def test_a_picture_has_the_one_typeface_of_the_pages(chart):
    root = parsed(svg_of(chart))

    families = {e.get("font-family") for e in root.iter() if e.get("font-family")}
    assert families == {root.get("font-family")}
    assert root.get("font-family").startswith("Inter,")


def test_a_place_of_many_series_keeps_its_doubts_when_it_is_cut():
    count = 70
    chart = replace(
        BARS,
        labels=[[str(n)] for n in range(count)],
        points=[],
        series=[
            Series(
                label="cached",
                style="cached",
                values=[1.0] * count,
                texts=["1"] * count,
                doubts=[DOUBT] * count,
            )
        ],
    )

    assert svg_of(chart).count(">1†</text>") == 60


def test_a_point_in_an_empty_place_is_not_said_to_be_beside_bars():
    """Its place has no bar, so that it stands in the middle."""
    bare = [replace(s, values=[None, *s.values[1:]]) for s in BARS.series]
    chart = replace(BARS, series=bare, points=points(0, [1500]))

    assert "points beside the bars: regime not determined" not in [
        item.label for item in legend_of(chart)
    ]


def read_at(mark, labels, *, lying):
    """The figure that a reader takes for a mark's: the next one beyond it."""
    _, left, top, right, bottom = mark
    if lying:
        ahead = [b for b in labels if b[1] >= right and b[2] < bottom and top < b[4]]
        return min(ahead, key=lambda box: box[1], default=[""])[0]
    ahead = [b for b in labels if b[4] <= top and b[1] < right and left < b[3]]
    return max(ahead, key=lambda box: box[4], default=[""])[0]


@pytest.mark.parametrize("kind", [Kind.BARS, Kind.LYING])
@pytest.mark.parametrize("value", [1400, 1860, 1900, 2100, 2600])
def test_a_point_over_a_bar_has_its_own_figure_beyond_it(value, kind):
    svg = svg_of(replace(BARS, kind=kind, points=points(0, [value], series=0)))

    labels = figure_boxes(svg)
    mark = mark_boxes(svg)[0]

    assert read_at(mark, labels, lying=kind == Kind.LYING) == f"{value:,}"
    assert "1,866" in {box[0] for box in labels}


def test_of_many_points_over_a_bar_the_highest_has_its_figure():
    svg = svg_of(replace(BARS, points=points(0, [2100, 2050, 2200], series=0)))

    texts = [box[0] for box in figure_boxes(svg)]

    assert "2,200" in texts
    assert not {"2,100", "2,050"} & set(texts)
