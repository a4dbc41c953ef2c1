"""How much a first visit transfers, and a second one: a guard of a few pages in Chromium.

tests/portal/assets/test_page_weight.py reckons those of all pages, docs/performance.md has them
measured.
"""

import gzip

import pytest
from django.test import Client
from playwright.sync_api import expect

from benchruns.models import Counter
from tests.factories import EventFactory, RunFactory, SampleFactory
from tests.reckoned import Files, reckoned
from tests.transfer import AGAIN_KB, FIRST_KB, REQUESTS, Visit, counted, visit

pytestmark = pytest.mark.browser


@pytest.mark.cases_in_turn
@pytest.mark.parametrize(
    "address", ["/", "/classes/", "/results/", "/engines/mysql/8.0/"]
)
def test_a_page_is_light(page, address):
    page.set_viewport_size({"width": 390, "height": 844})
    first = visit(page, address)
    again = visit(page, address)

    assert first.kb <= FIRST_KB, first.by_type
    assert first.requests <= REQUESTS
    assert again.kb <= AGAIN_KB, again.by_type


@pytest.mark.cases_in_turn
@pytest.mark.parametrize("address", ["/", "/classes/", "/engines/mysql/8.0/"])
def test_a_visit_is_reckoned_as_chromium_counts_it(page, address, tmp_path):
    answer = Client(headers={"accept-encoding": "gzip, deflate, br"}).get(address)
    # names without a hash are packed by gzip alone
    expected = reckoned(answer, Files(tmp_path, pack=gzip.compress))

    with counted(page, Visit()) as seen:
        page.goto(address, wait_until="networkidle")
        for chart in page.locator("canvas:visible").all():
            chart.scroll_into_view_if_needed()
        page.wait_for_load_state("networkidle")

    assert seen.requests == expected.requests
    assert seen.kb == pytest.approx(expected.kb, rel=0.05), expected.by_type


def test_the_page_of_a_run_loads_chart_js_when_its_reader_acts(page, site):
    run = RunFactory(succeeded=True, public=True)
    EventFactory(run=run)
    for second in range(1, 61):
        SampleFactory(run=run, second=second, tps=99.0 + second, latency_ms=second / 2)
        counted = {"buffer_hit_percent": 99.0, "physical_reads_per_s": 1.0}
        Counter.objects.create(
            run=run, attempt=run.attempt, second=second, values=counted
        )
    page.set_viewport_size({"width": 390, "height": 844})
    asked = []
    page.on("request", lambda request: asked.append(request.url))

    first = visit(page, f"/runs/{run.pk}/")

    assert first.kb <= FIRST_KB, first.by_type
    assert first.requests <= REQUESTS
    # what Chromium reports of a pointer that rests over a page
    page.evaluate("dispatchEvent(new PointerEvent('pointermove'))")
    page.wait_for_load_state("networkidle")
    assert not any("vendor/chart." in url for url in asked)
    drawing = page.locator(".bb-run-tps > .bb-course")
    expect(drawing).to_be_visible()
    # a canvas that no script has sized is 300 pixels wide
    assert page.evaluate("document.documentElement.scrollWidth") == 390

    page.mouse.move(10, 10)

    expect(drawing).to_be_hidden()
    assert any("vendor/chart." in url for url in asked)
