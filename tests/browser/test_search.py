"""A journey by keyboard: a key, a few letters, an arrow, and there; a word explained."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_a_class_is_reached_by_keyboard_from_anywhere(page, site):
    page.goto("/guide/")
    page.keyboard.press("/")
    field = page.get_by_role("combobox", name="Search")
    expect(field).to_be_focused()

    page.keyboard.type("mysql.c2")
    options = page.locator("#suggested-bar").get_by_role("option")
    expect(options.first).to_contain_text("rds.mysql.c2.xlarge")
    expect(field).to_have_attribute("aria-expanded", "true")

    page.keyboard.press("ArrowDown")
    expect(options.first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/classes/alibaba-cloud/mysql/rds.mysql.c2"))


def test_escape_closes_the_suggestions_and_enter_searches(page, site):
    page.goto("/")
    field = page.locator("#search-bar")
    field.fill("8 vcpu mysql")
    expect(page.locator("#suggested-bar")).to_be_visible()

    page.keyboard.press("Escape")
    expect(page.locator("#suggested-bar")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/search/\?q=8"))
    expect(page.get_by_role("heading", name="Classes")).to_be_visible()


def test_a_word_of_the_glossary_is_explained_by_focus_and_pointer(page, site):
    page.goto("/engines/mysql/8.0/")
    word = page.locator("a.bb-term").filter(has_text="Regime")
    tip = page.get_by_role("tooltip")

    word.focus()
    expect(tip).to_contain_text("Where the data was read from")
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()

    word.hover()
    expect(tip).to_be_visible()
    page.mouse.move(5, 800)
    expect(tip).to_be_hidden()
