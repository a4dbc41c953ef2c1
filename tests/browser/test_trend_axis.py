"""The axis of a trend: whole hours and days of the reader, none of them twice."""

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from benchruns.models import Result
from tests.benchruns.runs.watched import series_with
from tests.factories import NOON

pytestmark = pytest.mark.browser

LABELS = """() => {
  const { ticks } = window.Chart.getChart(document.querySelector("canvas[data-trend]")).scales.x;
  return ticks.map(({ label }) => [label].flat());
}"""


def ticked(page, *after):
    """The labels under results that many hours after the first."""
    series = series_with(*(1000.0 + hours for hours in after), visibility="public")
    for result, hours in zip(series.results.order_by("tps"), after, strict=True):
        measured_at = NOON + timedelta(hours=hours)
        Result.objects.filter(pk=result.pk).update(measured_at=measured_at)
    page.goto(f"/trends/{series.pk}/")
    expect(page.locator("canvas[data-trend]")).to_have_attribute("role", "application")
    return page.evaluate(LABELS)


@pytest.mark.parametrize("width", [1280, 390])
def test_results_of_days_stand_over_days(page, site, width):
    page.set_viewport_size({"width": width, "height": 900})

    labels = ticked(page, 0, 20, 45, 72)

    assert 2 <= len(labels) <= 7
    assert sorted(labels) == labels
    assert len({day for (day,) in labels}) == len(labels)
    assert {len(day) for (day,) in labels} == {len("2026-01-31")}


def test_results_of_a_day_stand_over_whole_hours_whose_day_is_named_once(page, site):
    labels = ticked(page, 0, 2, 5)

    assert labels[0][1:] == ["2026-01-31", "UTC"]
    assert [rest for _hour, *rest in labels[1:] if rest] == []
    assert {hour[2:] for hour, *_ in labels} == {":00"}


@pytest.mark.parametrize("after", [(0,), (0, 0.005), (0, 90_000)])
def test_one_result_those_of_a_minute_and_those_of_years_have_an_axis(
    page, site, after
):
    assert 1 <= len(ticked(page, *after)) <= 8
