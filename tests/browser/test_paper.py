"""What Ctrl-P gives: every doubt and finding written out, nothing to press, white paper.

Whether it fits the sheet is in test_paper_width.py, what becomes of forms in
test_paper_forms.py.
"""

import re

import pytest
from playwright.sync_api import expect

from benchruns.models import InstanceClass, Result, ServerVariables
from benchruns.parsers.settings.recognised import NAMES
from tests.browser.printed import COMPARED, long_pages, text_of, without_spaces
from tests.factories import ResultFactory, SampleFactory
from tests.portal.runs.run_pages.measured import measured_run

pytestmark = pytest.mark.browser

# Each text that is folded on a screen, or left out on a phone's; not what is pressed.
HELD_BACK = """() => {
  const texts = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const held = walker.currentNode.parentElement.closest("details, .bb-wide");
    const pressed = "form, button, .bb-menu, .bb-filter-fold, [hidden], .visually-hidden";
    const count = ".bb-equal > summary > span, .bb-compare-notes > summary, .bb-compare-why > summary";
    if (!held || held.querySelector("form")) continue;
    if (walker.currentNode.parentElement.closest(`${pressed}, ${count}`)) continue;
    texts.push(walker.currentNode.data);
  }
  return texts;
}"""
# How large a drawing is printed, of what it was drawn at.
SCALE = """image => Math.min(
  image.clientWidth / image.naturalWidth, image.clientHeight / image.naturalHeight
)"""
LEGIBLE = 0.7
NO_FONT = re.compile(r"[\u3000-\uffff]")  # of Chinese, on machines of tests


def test_what_a_screen_holds_back_is_on_an_a4_sheet(page, site):
    missing, held_back = [], 0

    for address in long_pages():
        page.goto(address)
        page.wait_for_load_state("networkidle")
        wanted = {without_spaces(text) for text in page.evaluate(HELD_BACK)} - {""}
        printed = without_spaces(text_of(page))
        # its beginning, since the next column may stand between the lines of a long one
        missing += [(address, each) for each in wanted if each[:20] not in printed]
        held_back += len(wanted)

    assert [each for each in missing if not NO_FONT.search(each[1])] == []
    assert held_back > 100


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


def test_charts_that_are_not_drawn_are_printed_as_the_server_draws_them(chromium, site):
    context = chromium.new_context(base_url=site)
    page = context.new_page()
    page.route("**/vendor/chart.*", lambda route: route.abort())
    page.goto("/engines/mysql/8.0/")
    drawing = page.locator("img.bb-chart-drawing").last
    expect(drawing).to_be_hidden()

    page.pdf()  # which loads what was left for later
    page.emulate_media(media="print")

    expect(drawing).to_be_visible()
    assert drawing.evaluate("image => image.complete && image.naturalWidth > 0")
    assert drawing.evaluate(SCALE) >= LEGIBLE
    context.close()


def test_without_scripts_charts_are_as_the_server_draws_them(chromium, site):
    context = chromium.new_context(base_url=site, java_script_enabled=False)
    page = context.new_page()
    page.goto("/engines/mysql/8.0/")
    drawing = page.locator("img.bb-chart-drawing").first
    drawing.scroll_into_view_if_needed()

    expect(drawing).to_be_visible()
    assert drawing.bounding_box()["height"] > 150
    expect(page.locator("canvas[data-chart]:visible")).to_have_count(0)
    context.close()


def test_a_printed_run_has_neither_holes_nor_every_variable(chromium, site):
    run = measured_run(visibility="public")
    SampleFactory(run=run, attempt=1, second=1)
    told = {"max_connections": "151", "innodb_io_capacity": "200"}
    stored = ServerVariables.objects.stored(told, changed=set())
    run.attempts.update(variables=stored)
    context = chromium.new_context(base_url=site)
    page = context.new_page()
    page.route("**/vendor/chart.*", lambda route: route.abort())
    page.goto(f"/runs/{run.pk}/")
    counter = page.locator(".bb-counter").first
    counter.evaluate("figure => { figure.hidden = false; }")
    variables = page.get_by_text("variables of the server")
    expect(counter.locator(".bb-chart")).to_be_visible()
    expect(variables).to_be_visible()

    page.emulate_media(media="print")

    expect(counter.locator("figcaption")).to_be_visible()
    expect(counter.locator(".bb-chart")).to_be_hidden()
    expect(variables).to_be_hidden()
    context.close()


def test_a_card_of_the_first_page_is_on_one_sheet_and_doors_on_none(page, site):
    page.goto("/")
    page.emulate_media(media="print")

    breaks = "element => getComputedStyle(element).breakInside"
    assert page.locator(".bb-tile").first.evaluate(breaks) == "avoid"
    expect(page.locator(".bb-doors")).to_be_hidden()
    expect(page.get_by_role("heading", name="Running now")).to_be_hidden()
    expect(page.get_by_role("heading", name="Vendors' papers")).to_be_visible()


def test_all_variables_of_one_server_are_on_no_sheet_of_a_comparison(page, site):
    """They were a hundred sheets, each name a letter a line."""
    runs = [measured_run(visibility="public") for _ in range(2)]
    names = [name for name in sorted(NAMES) if name.startswith("innodb_")][:60]
    told = dict.fromkeys(names, "1")
    stored = ServerVariables.objects.stored(told, changed=set())
    runs[0].attempts.update(variables=stored)
    page.goto("/compare/?" + "&".join(f"result={run.result.pk}" for run in runs))
    fold = page.get_by_text("parameters are not stated by all")
    expect(fold).to_be_visible()

    page.emulate_media(media="print")

    expect(fold).to_be_hidden()
    expect(page.get_by_text(re.compile(r"\d+ not stated by all"))).to_be_visible()


def test_of_hundreds_of_equal_settings_a_sheet_is_printed_and_the_others_counted(
    page, site
):
    runs = [measured_run(visibility="public") for _ in range(2)]
    told = dict.fromkeys(sorted(NAMES)[:90], "1")
    stored = ServerVariables.objects.stored(told, changed=set())
    for run in runs:
        run.attempts.update(variables=stored)
    page.goto("/compare/?" + "&".join(f"result={run.result.pk}" for run in runs))
    fold = page.locator("details.bb-more", has_text="that are equal")
    fold.locator("summary").click()
    count = fold.locator("dl > div").count()
    expect(fold.locator("dl > div:visible")).to_have_count(count)

    page.emulate_media(media="print")

    expect(fold.locator("dl > div:visible")).to_have_count(40)
    expect(fold.get_by_text(f"{count - 40} more settings are equal")).to_be_visible()


def test_the_head_of_a_chart_is_on_its_sheet_with_what_is_said_between(page, site):
    """“Tested otherwise” stood alone at the foot of a sheet, its chart on the next."""
    sold = InstanceClass.objects.get(code="rds.mysql.c2.xlarge")
    ResultFactory(
        measured=True,
        visibility="public",
        instance_class=sold,
        provider=sold.provider,
        workload="oltp_read_write",
        regime="cached",
        threads=3,
        duration_s=7,
    )
    page.goto("/engines/mysql/8.0/")
    page.emulate_media(media="print")

    head = page.locator(".bb-section-head").filter(has_text="Tested otherwise")
    said = page.locator(".bb-section-head + .bb-apart")
    breaks = "element => getComputedStyle(element).breakAfter"
    assert head.first.evaluate(breaks) == "avoid"
    assert said.first.evaluate(breaks) == "avoid"


def test_the_first_and_the_last_row_of_a_table_stay_with_the_next_to_them(page, site):
    page.goto("/engines/mysql/8.0/")
    page.emulate_media(media="print")

    rows = page.locator("table.bb-table tbody").first.locator("tr")
    breaks = "rows => rows.map(row => getComputedStyle(row).breakAfter)"
    found = rows.evaluate_all(breaks)
    assert found[0] == found[-2] == "avoid"
    assert "auto" in found[1:-2]
