"""Times and days as a reader sees them: in the own zone, and never to come."""

import re

import pytest
from playwright.sync_api import expect

from tests.portal.runs.run_pages.measured import measured_run

pytestmark = pytest.mark.browser

SHOWN = """([style, written]) => {
  const place = document.createElement("p");
  place.innerHTML = `<time data-time="${style}" datetime="${written}">?</time>`;
  document.body.append(place);
  place.dispatchEvent(new CustomEvent("htmx:afterSwap", { bubbles: true }));
  return place.textContent;
}"""
DAY = """(ahead) => {
  const at = new Date();
  at.setDate(at.getDate() + ahead);
  const two = (number) => String(number).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}"""
AHEAD = "() => new Date(Date.now() + 36e6).toISOString()"


@pytest.mark.parametrize(
    ("ahead", "shown"),
    [(0, "today"), (1, "today"), (-1, "yesterday"), (-5, "5 days ago")],
)
def test_a_plain_day_is_a_day_of_the_reader_and_never_to_come(page, ahead, shown):
    page.goto("/")

    day = page.evaluate(DAY, ahead)

    assert page.evaluate(SHOWN, ["day", day]) == shown


def test_what_happened_by_a_clock_that_is_ahead_happened_now(page):
    page.goto("/")

    at = page.evaluate(AHEAD)

    assert page.evaluate(SHOWN, ["ago", at]) == "now"


def test_paper_has_dates_in_place_of_distances(page):
    page.goto("/")
    page.evaluate(
        """() => {
          const at = new Date(Date.now() - 3 * 86400e3).toISOString();
          document.body.insertAdjacentHTML("beforeend", `<p id="old">
            <time data-time="ago" datetime="${at}">?</time>
            <time data-time="day" datetime="2026-01-31">?</time></p>`);
          dispatchEvent(new Event("beforeprint"));
        }"""
    )
    old = page.locator("#old")

    expect(old).to_contain_text(re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC"))
    expect(old).to_contain_text("2026-01-31")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(old).to_contain_text("3 days ago")
    expect(old).not_to_contain_text("2026-01-31")


@pytest.mark.parametrize(
    ("zone", "day", "clock", "name"),
    [
        ("Asia/Kolkata", "2026-01-31", "17:31:15", "UTC+5:30"),
        ("America/St_Johns", "2026-01-31", "08:31:15", "UTC-3:30"),
        ("Pacific/Kiritimati", "2026-02-01", "02:01:15", "UTC+14"),
    ],
)
def test_a_time_stands_in_the_zone_of_its_reader_which_it_names(
    chromium, site, zone, day, clock, name
):
    """A run that ended at 12:01:15 UTC."""
    run = measured_run(visibility="public")
    context = chromium.new_context(base_url=site, timezone_id=zone)
    tab = context.new_page()

    tab.goto(f"/runs/{run.pk}/")

    ended = tab.locator("#run-status time")
    expect(ended).to_have_text(f"{day} {clock[:5]} {name}")
    expect(ended).to_have_attribute("title", f"{day} {clock} {name}")
    context.close()
