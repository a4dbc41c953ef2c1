"""The sign of a figure in doubt stands beside what is written, and over none of it."""

import pytest
from playwright.sync_api import expect

from benchruns.models import Result
from tests.benchruns.runs.watched import series_with
from tests.benchruns.submissions.checks.checked import submission
from tests.browser import painted, site_map
from tests.factories import SHORT, UserFactory
from tests.submission_files import STATEMENT, sysbench_text

pytestmark = pytest.mark.browser

# Words of the same cell or sentence that a dagger lies over, by more than a pixel.
OVER = """() => {
  const found = [], words = document.createRange();
  for (const dagger of document.querySelectorAll("main .bb-dagger")) {
    const sign = dagger.getBoundingClientRect();
    const cell = dagger.closest("td, th, dd, li, p");
    if (!sign.width || !cell) continue;
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const { data, parentElement } = text;
      if (!data.trim() || parentElement.closest(".bb-dagger, .visually-hidden")) continue;
      words.setStart(text, data.length - data.trimStart().length);
      words.setEnd(text, data.trimEnd().length);
      for (const { left, right, top, bottom } of words.getClientRects())
        if (Math.min(right, sign.right) - Math.max(left, sign.left) > 1
            && Math.min(bottom, sign.bottom) - Math.max(top, sign.top) > 1)
          found.push(cell.innerText);
    }
  }
  return found;
}"""


@pytest.mark.parametrize("width", [1280, 390])
def test_no_dagger_lies_over_the_unit_of_a_row_beside_a_report(chromium, site, width):
    owner = UserFactory()
    draft = submission(sysbench_text(), owner=owner, statement=STATEMENT)
    Result.objects.update(findings=[SHORT], doubt="figure")
    context = site_map.context_of(chromium, site, owner, width=width)
    tab = context.new_page()
    tab.goto(f"/submissions/{draft.pk}/")

    beside = tab.locator("#preview tbody .bb-dagger").count()
    found = tab.evaluate(OVER)
    context.close()

    assert beside > 0
    assert found == []


@pytest.mark.parametrize("width", [1280, 320])
def test_each_result_in_doubt_of_a_crowded_trend_has_its_dagger(page, width):
    """One stood for those less than 28 pixels beside it, as if these were proven."""
    series = series_with(
        *(1000.0 + 37 * day % 90 for day in range(100)), visibility="public"
    )
    days = sorted(series.results.values_list("measured_at", flat=True))
    series.results.filter(measured_at__gte=days[40]).update(
        findings=[SHORT], doubt="figure"
    )
    page.set_viewport_size({"width": width, "height": 844})
    page.add_init_script(painted.SCRIPT)

    page.goto(f"/trends/{series.pk}/")
    canvas = page.locator("canvas[data-trend]")
    canvas.scroll_into_view_if_needed()
    expect(canvas).to_have_attribute("role", "application")

    assert painted.texts(canvas).count("†") == 60
