"""A journey: tick two classes, compare them, swap the baseline, look at a log scale."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


PHONE = {"width": 390, "height": 844}
CLASSES = "/classes/alibaba-cloud/mysql/rds.mysql."
COMPARED = (
    "/compare/?class=alibaba-cloud/mysql/rds.mysql.c1.xlarge"
    "&class=alibaba-cloud/mysql/rds.mysql.c2.xlarge&version=8.0"
)
# What does not stand below the first words of its cell, or leaves it.
NOT_BELOW = """all => all.filter((each) => {
  const cell = each.closest("td"), words = document.createRange();
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() && !texts.currentNode.data.trim());
  words.selectNodeContents(texts.currentNode);
  const { top, right } = each.getBoundingClientRect();
  const edge = cell.getBoundingClientRect().right;
  return top < words.getBoundingClientRect().bottom - 1 || right > edge + 1;
}).map((each) => each.innerText)"""


def test_two_ticked_classes_are_compared_and_the_baseline_swapped(page, site):
    for code, count in (("c1.xlarge", 1), ("c2.xlarge", 2)):
        page.goto(f"{CLASSES}{code}/")
        page.get_by_role("button", name="Compare this class").click()
        expect(page.locator("#ticks")).to_contain_text(f"{count} ticked")
    page.locator("#ticks").get_by_role("link", name="Compare 2").click()

    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("MySQL 8.0: c1.xlarge, c2.xlarge")
    table = page.locator("#table-compare")
    expect(table).to_contain_text("+93.7 %")
    canvas = page.locator("canvas").first
    expect(canvas).to_be_visible()

    # The baseline changes the table in place, and the address with it
    page.get_by_role("link", name="Make baseline: c2.xlarge").click()
    expect(table).to_contain_text("−48.4 %")
    expect(page).to_have_url(re.compile("baseline=.*c2.xlarge"))

    # By keyboard: the switch keeps the focus that the swap would take
    page.get_by_role("link", name="Log", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("scale=log"))
    expect(page.locator("#scale-log")).to_have_attribute("aria-current", "true")
    expect(page.locator("#scale-log")).to_be_focused()

    # A dimmed choice says why, and leads nowhere
    dim = page.get_by_role(
        "link", name=re.compile("Timeline: Only measured and submitted")
    )
    expect(dim).to_have_attribute("aria-disabled", "true")
    page.go_back()
    expect(page).not_to_have_url(re.compile("scale=log"))
    expect(table).to_contain_text("−48.4 %")


@pytest.mark.parametrize(
    ("path", "figures"),
    [
        (COMPARED, ".bb-multiples canvas"),
        (
            "/classes/need/?tps=3000&regime=disk_io&engine=mysql&version=8.0",
            ".bb-need-answer",
        ),
    ],
)
def test_a_phone_shows_the_first_figures_early(page, path, figures):
    page.set_viewport_size(PHONE)

    page.goto(path)

    box = page.locator(figures).first.bounding_box()
    assert box["y"] + box["height"] <= 1.5 * PHONE["height"]


def test_findings_are_folded_on_a_phone_alone(page):
    """A finding that a figure's mark leads to opens them."""
    page.goto(COMPARED)
    finding = page.locator("#verdict li").first
    expect(finding).to_be_visible()
    expect(page.locator("#verdict summary").first).to_be_hidden()

    page.set_viewport_size(PHONE)
    expect(finding).to_be_hidden()
    expect(page.locator("#verdict")).to_contain_text("In doubt: 2 results")

    page.locator("#table-compare td a.bb-mark").first.click()
    expect(finding).to_be_visible()


def test_a_change_stands_beside_its_figure_and_below_it_on_a_phone(page):
    page.goto(COMPARED)
    beside = page.locator("#table-compare .bb-versus:visible")
    below = page.locator("#table-compare .bb-compare-beneath:visible")
    expect(beside.filter(has_text="+93.7 %")).not_to_have_count(0)
    expect(below).to_have_count(0)

    page.set_viewport_size(PHONE)

    expect(beside).to_have_count(0)
    expect(below.filter(has_text="+93.7 %")).not_to_have_count(0)
    assert below.evaluate_all(NOT_BELOW) == []
