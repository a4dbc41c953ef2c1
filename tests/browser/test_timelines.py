"""Timelines read and zoomed together, and the results of a trend."""

import re

import pytest
from playwright.sync_api import expect

from tests import waiting
from tests.benchruns.runs.watched import series_with
from tests.browser import charted
from tests.browser.pointer import drag

pytestmark = pytest.mark.browser


def test_results_of_a_trend_are_read_by_keyboard(page, site):
    series = series_with(1000.0, 1010.0, 800.0, visibility="public")
    page.goto(f"/trends/{series.pk}/")
    canvas = page.locator("canvas[data-trend]")
    expect(canvas).to_have_attribute("role", "application")

    canvas.focus()
    page.keyboard.press("ArrowRight")

    values = page.locator("#chart-values")
    expect(values).to_contain_text("1,000 TPS")
    page.keyboard.press("End")
    expect(values).to_contain_text("800 TPS")


TIMELINE = """() => [...document.querySelectorAll('canvas[data-timeline]')].map((canvas) => {
    const { min, max } = window.Chart.getChart(canvas).scales.x;
    return [min, max];
})"""


@pytest.mark.parametrize("name", ["timeline", "report"])
def test_timelines_of_a_page_are_read_and_zoomed_together(page, site, name):
    page.goto(charted.fill()[name])
    canvases = page.locator("canvas[data-timeline]")
    for canvas in canvases.all():
        canvas.scroll_into_view_if_needed()
        expect(canvas).to_have_attribute("role", "application")
    back = page.get_by_role("button", name="Whole time")
    whole = page.evaluate(TIMELINE)
    expect(back).to_be_hidden()

    canvas = canvases.last
    canvas.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    values = page.locator("#chart-values")
    expect(values).to_contain_text("2 s, ")
    expect(values).to_contain_text(re.compile(r"\d†? TPS"))
    if name == "report":
        expect(values).to_contain_text(re.compile(r"\d† ms\. † Measured for 4 s only"))

    drag(page, canvas, 0.2, 0.5)
    expect(back).to_be_visible()
    part = page.evaluate(TIMELINE)
    assert len({tuple(each) for each in part}) == 1
    assert whole[0][0] < part[0][0] < part[0][1] < whole[0][1]

    back.click()
    expect(back).to_be_hidden()
    assert page.evaluate(TIMELINE) == whole


@pytest.mark.parametrize("width", [1280, 390])
def test_a_second_stands_at_one_place_in_all_timelines_of_a_report(page, site, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(charted.fill()["report"])
    canvases = page.locator("canvas[data-timeline]")
    for canvas in canvases.all():
        canvas.scroll_into_view_if_needed()
        expect(canvas).to_have_attribute("role", "application")

    def places():
        return page.evaluate(
            """() => [...document.querySelectorAll('canvas[data-timeline]')].map((canvas) => {
                const { left, right } = window.Chart.getChart(canvas).chartArea;
                return [left, right].join(" – ");
            })"""
        )

    assert len(places()) == 2
    waiting.until(lambda: len(set(places())) == 1, what="one place for both")
    first = places()
    drag(page, canvases.first, 0.3, 0.6)
    expect(page.get_by_role("button", name="Whole time")).to_be_visible()
    assert places() == first
