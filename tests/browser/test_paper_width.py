"""What is printed fits A4: nothing runs off a sheet, and none is begun for a few lines."""

import pytest

from tests.browser.printed import BEYOND, SHEET, long_pages, sheets_of
from tests.factories import HistogramFactory, RunFactory

pytestmark = pytest.mark.browser


def test_nothing_runs_off_an_a4_sheet(page, site):
    page.emulate_media(media="print")
    page.set_viewport_size({"width": SHEET, "height": 1000})

    for address in long_pages():
        page.goto(address)
        page.wait_for_load_state("networkidle")

        assert page.evaluate(BEYOND) == [], address


def test_the_words_of_a_curve_are_as_large_as_those_beside_it(page, site):
    run = RunFactory(succeeded=True, public=True)
    HistogramFactory(result=run.result)
    page.set_viewport_size({"width": SHEET, "height": 1000})
    page.emulate_media(media="print")
    page.goto(f"/runs/{run.pk}/")

    ticks = page.locator("#latency-curve .tick")
    rows = page.locator("#latency-curve td")

    height = "element => element.getBoundingClientRect().height"
    assert ticks.first.evaluate(height) <= 1.2 * rows.first.evaluate(height)


@pytest.mark.parametrize(
    ("address", "sheets"), [("/results/", 2), ("/guide/", 3), ("/api/", 1)]
)
def test_no_sheet_is_begun_for_a_few_lines(page, site, address, sheets):
    """Each of them was a sheet more, whose last had a few lines."""
    page.goto(address)
    page.wait_for_load_state("networkidle")

    assert len(sheets_of(page)) == sheets
