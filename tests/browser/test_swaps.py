"""Pages whose links alone htmx answers load it when a reader comes near one."""

import re

import pytest
from playwright.sync_api import expect

from tests.benchruns.runs.watched import series_with

pytestmark = pytest.mark.browser

ENGINE = "/engines/mysql/8.0/"
HAS_HTMX = "!!window.htmx"


def switch(page):
    return page.get_by_role("link", name="QPS", exact=True)


def test_a_click_before_htmx_is_there_is_answered_in_place(page):
    page.goto(ENGINE, wait_until="networkidle")
    assert not page.evaluate(HAS_HTMX)
    page.evaluate("window.isSamePage = true")

    switch(page).dispatch_event("click")  # as no pointer came by before

    expect(page).to_have_url(re.compile(r"metric=qps"))
    expect(switch(page)).to_have_attribute("aria-current", "true")
    assert page.evaluate("window.isSamePage")


def test_a_pointer_that_comes_near_brings_it(page):
    page.goto(ENGINE, wait_until="networkidle")

    switch(page).hover()

    # a function, since the policy of the page lets no text be looked at a second time
    page.wait_for_function(f"() => {HAS_HTMX}")


def test_the_files_of_a_list_follow_its_filter(page, site):
    """They were those of the address that the page was first asked for."""
    series_with(1000.0, visibility="public")
    page.goto("/trends/")

    page.get_by_label("Engine").select_option("mysql")
    page.wait_for_url("**/trends/?engine=mysql*")

    file = page.locator("#table-menu a[download]").first
    expect(file).to_have_attribute("href", re.compile(r"\?engine=mysql.*format=csv"))
    assert page.request.get(f"/trends/{file.get_attribute('href')}").ok


def test_back_leads_to_what_was_there_after_the_page_was_loaded_anew(page):
    page.goto(ENGINE, wait_until="networkidle")
    switch(page).click()
    expect(page).to_have_url(re.compile(r"metric=qps"))
    page.reload(wait_until="networkidle")
    assert not page.evaluate(HAS_HTMX)

    page.go_back()

    expect(page).to_have_url(re.compile(rf"{ENGINE}$"))
    expect(switch(page)).not_to_have_attribute("aria-current", "true")
