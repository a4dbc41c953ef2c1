"""What is printed fits A4: nothing runs off a sheet, and none is begun for a few lines."""

import pytest

from benchruns.submissions.review import moves
from tests.benchruns.submissions.checks.checked import submission
from tests.browser import site_map
from tests.browser.printed import BEYOND, SHEET, long_pages, sheets_of
from tests.factories import HistogramFactory, RunFactory, UserFactory
from tests.portal.runs.sweep_pages.swept import CLIMB, sweep_of
from tests.submission_files import sysbench_text

pytestmark = pytest.mark.browser


def test_nothing_runs_off_an_a4_sheet(page, site):
    page.emulate_media(media="print")
    page.set_viewport_size({"width": SHEET, "height": 1000})

    for address in long_pages():
        page.goto(address)
        page.wait_for_load_state("networkidle")

        assert page.evaluate(BEYOND) == [], address


PUBLISHED = (
    "/classes/need/?tps=3000&regime=disk_io&engine=mysql&version=8.0",
    "/classes/need/?tps=2000&regime=cached&engine=mysql",
    "/classes/alibaba-cloud/mysql/rds.mysql.c2.xlarge/",
    "/classes/",
    "/classes/ranking/?engine=mysql&version=8.0",
    "/results/",
    "/sources/alibaba-whitepaper-20220530/",
)


def test_tables_of_other_pages_run_off_no_sheet(chromium, site):
    owner = UserFactory()
    sweep = sweep_of(owner, CLIMB)
    waiting = moves.submit(submission(sysbench_text(), owner=owner).pk, by=owner)
    draft = submission(sysbench_text(tps=90), owner=owner)
    own = [f"/sweeps/{sweep.pk}/"]
    own += [f"/submissions/{each.pk}/" for each in (waiting, draft)]
    context = site_map.context_of(chromium, site, owner, width=SHEET)
    tab = context.new_page()
    tab.emulate_media(media="print")

    found = {}
    for address in (*PUBLISHED, *own):
        assert tab.goto(address).ok, address
        found[address] = tab.evaluate(BEYOND)
    context.close()

    assert {each: beyond for each, beyond in found.items() if beyond} == {}


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
