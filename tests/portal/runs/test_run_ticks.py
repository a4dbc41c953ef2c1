"""Own runs are ticked and compared wherever they are listed."""

import pytest

from benchruns.models import Result, Series
from tests.factories import RunFactory
from tests.portal.api.rows import climbed, sweep_of
from tests.portal.runs.run_pages.measured import measured_run, text_of
from tests.portal.web.test_overview import text_of as words_of


def tick_of(result):
    return f'value="result:{result.pk}"'


@pytest.fixture
def run(user):
    return measured_run(owner=user)


def test_a_run_is_ticked_in_the_list_and_on_its_page(page, run):
    for address in ("/runs/", f"/runs/{run.pk}/", f"/endpoints/{run.endpoint_id}/"):
        assert tick_of(run.result) in text_of(page.get(address))

    page.post("/compare/tick/", {"item": f"result:{run.result.pk}", "on": "1"})

    html = text_of(page.get("/runs/"))
    assert '<tr class="bb-ticked"' in html
    assert "1 ticked" in words_of(page.get(f"/runs/{run.pk}/"))


def test_a_run_without_a_result_says_so_and_has_no_tick(page, user):
    failed = RunFactory(owner=user, failed=True)

    listed = page.get("/runs/")

    assert 'name="item"' not in text_of(listed)
    assert "No result to compare" in text_of(listed)
    assert "It has no result to compare" in words_of(page.get(f"/runs/{failed.pk}/"))


def test_each_repeat_of_a_sweep_is_ticked_on_its_page(page, user):
    sweep = climbed(user, threads=[1, 2], tps=[10, 20])

    html = text_of(page.get(f"/sweeps/{sweep.pk}/"))

    results = list(Result.objects.filter(run__sweep=sweep))
    assert results
    assert all(tick_of(result) in html for result in results)


def test_a_sweep_is_ticked_in_the_list_by_the_run_that_its_peak_rests_on(page, user):
    sweep = climbed(user, threads=[1, 2], tps=[10, 20])
    sweep_of(RunFactory(owner=user, failed=True))
    peak = Result.objects.get(run__sweep=sweep, tps=20)

    before = text_of(page.get("/sweeps/"))
    page.post("/compare/tick/", {"item": f"result:{peak.pk}", "on": "1"})
    after = text_of(page.get("/sweeps/"))

    assert before.count('name="item"') == 1
    assert tick_of(peak) in before
    assert '<tr class="bb-ticked"' not in before
    assert '<tr class="bb-ticked"' in after
    assert "1 ticked" in after


def test_a_trend_is_ticked_in_the_list_by_its_newest_result(page, run):
    series = Series.objects.create(
        endpoint=run.endpoint, workload=run.workload, parameters=run.parameters
    )
    Result.objects.filter(run=run).update(series=series)

    before = text_of(page.get("/trends/"))
    page.post("/compare/tick/", {"item": f"result:{run.result.pk}", "on": "1"})
    after = text_of(page.get("/trends/"))

    assert tick_of(run.result) in before
    assert '<tr class="bb-ticked"' in after
    assert "1 ticked" in after


def test_each_result_of_a_trend_is_ticked_on_its_page(page, run):
    series = Series.objects.create(
        endpoint=run.endpoint, workload=run.workload, parameters=run.parameters
    )
    Result.objects.filter(run=run).update(series=series)

    html = text_of(page.get(f"/trends/{series.pk}/"))

    assert tick_of(run.result) in html


def test_the_bar_is_not_shown_on_the_comparison_that_it_opened(page, run, user):
    other = measured_run(owner=user)
    for each in (run, other):
        page.post("/compare/tick/", {"item": f"result:{each.result.pk}", "on": "1"})

    opened = page.get(f"/compare/?result={run.result.pk}&result={other.result.pk}")
    smaller = page.get(f"/compare/?result={run.result.pk}")

    def bar(answer):
        return text_of(answer).partition('id="ticks"')[2].partition(">")[0]

    assert "hidden" in bar(opened)
    assert "hidden" not in bar(smaller)
