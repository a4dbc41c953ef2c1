"""What Ctrl-P gives: every doubt and finding written out, nothing to press, white paper."""

import pytest
from playwright.sync_api import expect

from benchruns.models import Result

pytestmark = pytest.mark.browser

COMPARED = ("rds.mysql.c1.xlarge", "rds.mysql.c2.xlarge")


def test_a_printed_page_has_all_its_doubts_and_nothing_to_press(page, site):
    page.goto("/engines/mysql/8.0/")
    case = page.locator(".bb-cases li").filter(has_text="c2.xlarge")
    expect(case).to_be_hidden()
    page.emulate_media(media="print")

    expect(case).to_be_visible()
    expect(case).to_contain_text("about 23 GB")
    expect(page.locator(".bb-doubt").first).to_be_visible()
    expect(page.locator(".bb-print-only")).to_contain_text("/engines/mysql/8.0/")
    assert page.locator("main button:visible, main .bb-btn:visible").count() == 0
    assert page.locator(".bb-bar:visible, .bb-foot:visible").count() == 0
    fill = "element => getComputedStyle(element).printColorAdjust"
    assert page.locator("main .bb-swatch").first.evaluate(fill) == "exact"

    page.goto("/classes/need/?tps=3000&regime=disk_io&engine=mysql&version=8.0")
    page.emulate_media(media="print")
    expect(page.get_by_role("form", name="Which class do I need?")).to_be_hidden()
    expect(page.locator(".bb-need-answer")).to_be_visible()


def test_a_printed_comparison_has_every_note_of_its_banner(page, site):
    rows = Result.objects.filter(
        engine_version="8.0", regime="disk_io", instance_class__code__in=COMPARED
    )
    page.goto("/compare/?" + "&".join(f"result={row.pk}" for row in rows))
    note = page.locator("#verdict li").filter(
        has_text="Not stated, and so not compared"
    )
    expect(note).to_be_hidden()

    page.emulate_media(media="print")

    expect(note).to_be_visible()
    caution = page.locator("#verdict li").filter(has_text="fits in memory (64 GB)")
    expect(caution).to_contain_text("Reproduce the row")


def test_a_dark_page_is_printed_light_and_put_back(page, site):
    page.emulate_media(color_scheme="dark")
    page.goto("/engines/mysql/8.0/")
    root = page.locator("html")

    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(root).to_have_attribute("data-theme", "light")

    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(root).not_to_have_attribute("data-theme", "light")
