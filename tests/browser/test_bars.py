"""Bars with their labels and their doubts, drawn and read by keyboard."""

import pytest
from playwright.sync_api import expect

from tests.browser import charted
from tests.examples import few_or
from tests.submission_factories import SubmissionFactory, SubmittedResultFactory

pytestmark = pytest.mark.browser

ENGINE = "/engines/mysql/8.0/"


def test_values_of_bars_are_read_by_keyboard_with_what_doubts_them(page, site):
    page.goto(ENGINE)
    canvas = page.locator("canvas[data-chart]").first
    expect(canvas).to_have_attribute("role", "application")

    canvas.focus()
    page.keyboard.press("End")

    values = page.locator("#chart-values")
    expect(values).to_contain_text("6,740 TPS")
    expect(values).to_contain_text("5,457† TPS")
    expect(values).to_contain_text("Labelled disk I/O")
    legend = page.locator(".bb-legend").first
    expect(legend).to_contain_text("regime or method in doubt")


FILLS = """async canvas => {
    const spec = JSON.parse(document.getElementById(canvas.dataset.chart).textContent);
    const chart = window.Chart.getChart(canvas);
    const ratio = canvas.width / canvas.clientWidth;
    const copy = document.createElement("canvas");
    Object.assign(copy, { width: canvas.width, height: canvas.height });
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const lying = chart.options.indexAxis === "y";
    const bg = getComputedStyle(document.documentElement).getPropertyValue("--bb-bg");
    const ground = bg.trim().match(/[0-9a-f]{2}/gi).map((part) => parseInt(part, 16));
    return spec.series.flatMap((series, index) =>
        chart.getDatasetMeta(index).data.flatMap((bar, place) => {
            const { x, y, base } = bar;
            const isShort = Math.abs(lying ? x - base : y - base) < 8;
            if (series.values[place] === null || isShort) return [];
            // near its base, where neither a label nor a point stands
            const [left, top] = (lying ? [base + 4, y] : [x, base - 5]).map(
                (at) => Math.round(at * ratio),
            );
            const { data } = context.getImageData(left, top, 2, 2);
            const isHollow = data.every((part, at) => at % 4 === 3 || part === ground[at % 4]);
            return [[isHollow, Boolean(series.doubts[place])]];
        }),
    );
}"""


def test_bars_in_doubt_are_hollow_and_no_others(page, site):
    addresses = charted.fill()

    for width, theme in few_or(
        ((1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")),
        few=((1280, "light"), (390, "dark")),
    ):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=theme)
        for name in ("engine", "bars of classes", "bars of runs"):
            case = f"{name}, {width}, {theme}"
            page.goto(addresses[name])
            drawn = []
            for canvas in page.locator("canvas[data-chart]").all():
                canvas.scroll_into_view_if_needed()
                expect(canvas).to_have_attribute("role", "application")
                drawn += canvas.evaluate(FILLS)
            assert {is_hollow for is_hollow, _ in drawn} == {True, False}, case
            assert [each for each in drawn if each[0] != each[1]] == [], case
            expect(page.locator("main")).to_contain_text("hollow, †: regime or method")


@pytest.mark.parametrize("width", [1280, 390])
def test_no_label_of_a_chart_touches_another(page, site, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(ENGINE)
    canvas = page.locator("canvas[data-chart]").first
    canvas.scroll_into_view_if_needed()
    expect(canvas).to_have_attribute("role", "application")

    labels = canvas.evaluate(
        """async canvas => {
            const { placeLabels } = await import("/static/js/charts/labels.js");
            const spec = JSON.parse(
                document.getElementById(canvas.dataset.chart).textContent,
            );
            const chart = window.Chart.getChart(canvas);
            return placeLabels(chart, spec, chart.ctx);
        }"""
    )

    assert "5,457†" in {label["text"] for label in labels}
    for place, one in enumerate(labels):
        for other in labels[place + 1 :]:
            assert (
                one["right"] <= other["left"]
                or other["right"] <= one["left"]
                or one["bottom"] <= other["top"]
                or other["bottom"] <= one["top"]
            )


NEXT_TO = """async canvas => {
    const { placeLabels } = await import("/static/js/charts/labels.js");
    const { placePoints } = await import("/static/js/charts/points.js");
    const spec = JSON.parse(document.getElementById(canvas.dataset.chart).textContent);
    const chart = window.Chart.getChart(canvas);
    chart.ctx.font = `500 11.5px ${getComputedStyle(canvas).fontFamily}`;
    const lying = chart.options.indexAxis === "y";
    const points = placePoints(chart, spec);
    return placeLabels(chart, spec, chart.ctx).filter(({ point }) => point).map((label) => {
        const away = ({ x, y }) => lying
            ? Math.abs(label.left - x)
            : Math.hypot((label.left + label.right) / 2 - x, label.bottom - y);
        const [next] = points.sort((one, other) => away(one) - away(other));
        return [label.text, next.point.text];
    });
}"""


@pytest.mark.parametrize("width", [1280, 390])
def test_figures_of_repeats_stand_at_their_own_dots(page, site, width):
    """On a phone two figures stood in a row beside one dot."""
    report = SubmissionFactory(accepted=True)
    for tps in (113, 118, 219):
        SubmittedResultFactory(
            submission=report, tps=tps, findings=[charted.SHORT], doubt="figure"
        )
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"/submissions/{report.pk}/")
    canvas = page.locator("canvas[data-chart]").first
    canvas.scroll_into_view_if_needed()
    expect(canvas).to_have_attribute("role", "application")

    labels = canvas.evaluate(NEXT_TO)

    assert {text for text, _next in labels} == {"118†", "219†"}
    assert [each for each in labels if each[0] != f"{each[1]}†"] == []


def is_whole(labels):
    """Whether every dagger stands at a figure, none alone."""
    return all(any(letter.isdigit() for letter in each["text"]) for each in labels)


@pytest.mark.parametrize(
    ("address", "width"),
    [(ENGINE, 1024), (ENGINE, 720), ("/engines/mysql/5.7/?metric=qps", 1280)],
)
def test_no_figure_over_a_bar_covers_the_next_bar(page, site, address, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(address)
    canvas = page.locator("canvas[data-chart]").first
    canvas.scroll_into_view_if_needed()
    expect(canvas).to_have_attribute("role", "application")

    labels, bars = canvas.evaluate(
        """async canvas => {
            const { placeLabels } = await import("/static/js/charts/labels.js");
            const spec = JSON.parse(
                document.getElementById(canvas.dataset.chart).textContent,
            );
            const chart = window.Chart.getChart(canvas);
            const lying = chart.options.indexAxis === "y";
            const bars = spec.series.flatMap((_, place) =>
                chart.getDatasetMeta(place).data.map(({ x, y, base, width, height }) =>
                    lying
                        ? { left: base, right: x, top: y - height / 2, bottom: y + height / 2 }
                        : { left: x - width / 2, right: x + width / 2, top: y, bottom: base },
                ),
            );
            chart.ctx.font = `500 11.5px ${getComputedStyle(canvas).fontFamily}`;
            return [placeLabels(chart, spec, chart.ctx), bars];
        }"""
    )

    assert sum("†" in label["text"] for label in labels) >= 4
    assert is_whole(labels)
    for label in labels:
        for bar in bars:
            assert (
                label["right"] <= bar["left"]
                or bar["right"] <= label["left"]
                or label["bottom"] <= bar["top"]
                or bar["bottom"] <= label["top"]
            )


@pytest.mark.parametrize("width", [1280, 390])
def test_a_page_does_not_jump_while_its_charts_are_drawn(page, site, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.add_init_script(
        """window.shift = 0;
        new PerformanceObserver(list => {
            for (const entry of list.getEntries()) window.shift += entry.value;
        }).observe({ type: "layout-shift", buffered: true });"""
    )

    page.goto(ENGINE)
    canvas = page.locator("canvas[data-chart]").first
    canvas.scroll_into_view_if_needed()
    expect(canvas).to_have_attribute("role", "application")

    # as far as a browser notices: what Google calls good is under 0.1
    assert page.evaluate("window.shift") < 0.02
