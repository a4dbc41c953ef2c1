"""Classes found by a filter, ticked on two pages, and compared."""

import re

import pytest
from playwright.sync_api import expect

from benchruns.models import Provider
from portal.ticks import LONGEST_CODE
from tests.factories import InstanceClassFactory

pytestmark = pytest.mark.browser

WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 800}
OVERLAP = """async (address) => {
  window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" });
  await new Promise(requestAnimationFrame);
  const bar = document.getElementById("ticks").getBoundingClientRect();
  const foot = document.querySelector(".bb-foot").getBoundingClientRect();
  return [foot.bottom - bar.top, bar.bottom - innerHeight, bar.height];
}"""
# How far what an element holds is cut by it, or leaves it.
SPILLS = """(element) => {
  const inner = document.createRange();
  inner.selectNodeContents(element);
  const [text, box] = [inner.getBoundingClientRect(), element.getBoundingClientRect()];
  return Math.max(0, Math.round(text.right - box.right), Math.round(text.bottom - box.bottom),
    getComputedStyle(element).overflow === "hidden" ? element.scrollWidth - element.clientWidth : 0);
}"""
# What browsers, servers and addresses each take for something else than a name.
ODD = "../4C/16G/.. %2f?a#b;c\\d 超大"


def test_classes_ticked_on_two_pages_are_compared_whatever_they_are_called(page):
    InstanceClassFactory(
        provider=Provider.objects.get(pk="alibaba-cloud"), code=ODD, vcpus=1
    )
    page.goto("/classes/")

    page.get_by_role("button", name="How to write").click()
    expect(page.get_by_role("dialog", name="Filter by numbers")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("textbox", name="vCPU").fill(">=16 <=32")
    page.get_by_role("checkbox", name="MySQL").check()
    page.wait_for_url("**/classes/?engine=mysql&vcpu=*")
    expect(page.locator("#catalogue [role=status]").first).to_contain_text("of 60")

    page.get_by_role("button", name="Compare rds.mysql.c2.xlarge").click()
    bar = page.locator("#ticks")
    expect(bar.get_by_role("button", name="Remove c2.xlarge")).to_be_visible()
    row = page.get_by_role("row", name="rds.mysql.c2.xlarge")
    expect(row).to_have_class("bb-ticked")

    page.goto("/classes/?q=4C")
    page.get_by_role("link", name=ODD).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(ODD)
    page.get_by_role("button", name="Compare this class").click()
    expect(page.get_by_role("link", name="Compare 2", exact=True).last).to_be_visible()
    bar.get_by_role("link", name="Compare 2").click()

    page.wait_for_url(re.compile(r"/compare/\?class=.+&class=.+"))
    expect(page.locator("main")).to_contain_text("c2.xlarge")
    expect(page.locator("main")).to_contain_text(ODD)
    expect(page.locator("#ticks")).to_be_hidden()  # all of it stands here already
    page.goto("/classes/")
    page.locator("#ticks").get_by_role("button", name="Clear").click()
    expect(page.locator("#ticks")).to_be_hidden()


@pytest.mark.cases_in_turn
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("path", ["/classes/", "/engines/mysql/8.0/", "/results/"])
def test_the_bar_of_ticks_covers_nothing_at_the_end_of_a_page(page, path, size):
    page.set_viewport_size(WIDE)
    page.goto("/classes/")
    for place in range(8):  # more chips than one line holds
        page.get_by_role("button", name=re.compile("^Compare .")).nth(place).click()
        expect(page.locator("#ticks")).to_contain_text(f"{place + 1} ticked")

    page.set_viewport_size(size)
    page.goto(path)
    covered, below, height = page.evaluate(OVERLAP)

    assert height > 40
    assert covered <= 0
    assert below <= 0


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_the_longest_names_stand_whole_in_the_bar(page, width):
    """They were cut at 220 pixels; hover said more to a mouse alone."""
    long = InstanceClassFactory(
        provider=Provider.objects.get(pk="alibaba-cloud"), code="x" * LONGEST_CODE
    )
    page.set_viewport_size({"width": width, "height": 800})
    for code in (long.code, "rds.mysql.c2.xlarge"):
        page.goto(f"/classes/?q={code}&engine=mysql")
        page.get_by_role("button", name=f"Compare {code}").click()

    chips = page.locator("#ticks .bb-chip")
    expect(chips).to_have_count(2)
    for chip, name in zip(chips.all(), (long.code, "c2.xlarge"), strict=True):
        chip.focus()
        expect(chip).to_be_in_viewport(ratio=1)
        expect(chip.locator("span")).to_have_text(name)
        assert chip.locator("span").evaluate(SPILLS) == 0
        assert chip.evaluate(SPILLS) == 0
        expect(chip).to_have_accessible_name(f"Remove {name}")


def test_the_bar_is_away_where_nothing_can_be_ticked(page):
    page.goto("/classes/")
    page.get_by_role("button", name="Compare rds.mysql.c2.xlarge").click()
    expect(page.locator("#ticks")).to_be_visible()

    page.goto("/guide/submissions/")

    expect(page.locator("#ticks")).to_be_hidden()
    expect(page.get_by_role("banner")).to_contain_text("1")
