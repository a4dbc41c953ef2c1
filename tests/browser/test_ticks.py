"""Classes found by a filter, ticked on two pages, and compared."""

import re

import pytest
from playwright.sync_api import expect

from benchruns.models import Provider
from tests.factories import InstanceClassFactory

pytestmark = pytest.mark.browser

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
