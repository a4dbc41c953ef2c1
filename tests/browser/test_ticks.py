"""Classes found by a filter, ticked on two pages, and compared."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_classes_ticked_on_two_pages_are_compared(page):
    page.goto("/classes/")

    page.get_by_role("button", name="How to write").click()
    expect(page.get_by_role("dialog", name="Filter by numbers")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("textbox", name="vCPU").fill(">=16 <=32")
    page.get_by_role("checkbox", name="MySQL").check()
    page.wait_for_url("**/classes/?engine=mysql&vcpu=*")
    expect(page.locator("#catalogue [role=status]").first).to_contain_text("of 59")

    page.get_by_role("button", name="Compare rds.mysql.c2.xlarge").click()
    bar = page.locator("#ticks")
    expect(bar.get_by_role("button", name="Remove c2.xlarge")).to_be_visible()
    row = page.get_by_role("row", name="rds.mysql.c2.xlarge")
    expect(row).to_have_class("bb-ticked")

    page.goto("/classes/alibaba-cloud/mysql/rds.mysql.c1.xlarge/")
    page.get_by_role("button", name="Compare this class").click()
    expect(page.get_by_role("link", name="Compare 2", exact=True).last).to_be_visible()
    bar.get_by_role("link", name="Compare 2").click()

    page.wait_for_url(re.compile(r"/compare/\?class=.+&class=.+"))
    expect(page.locator("main")).to_contain_text("c2.xlarge")
    page.locator("#ticks").get_by_role("button", name="Clear").click()
    expect(page.locator("#ticks")).to_be_hidden()
