"""Times and days as a reader sees them: what has happened is never to come."""

import re

import pytest
from playwright.sync_api import expect

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
