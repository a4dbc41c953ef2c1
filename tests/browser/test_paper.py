"""What Ctrl-P gives: every doubt and finding written out, nothing to press, white paper."""

import re
from io import BytesIO

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from benchruns.audit.record import record
from benchruns.models import Result, ServerVariables
from benchruns.parsers.settings.recognised import NAMES
from benchruns.submissions.review import moves
from benchruns.vocabulary import AuditAction
from tests.benchruns.runs.watched import series_with
from tests.benchruns.submissions.checks.checked import submission
from tests.browser import site_map
from tests.browser.keyboard import sign_in
from tests.factories import (
    PASSWORD,
    ApiTokenFactory,
    HistogramFactory,
    RunFactory,
    SampleFactory,
    UserFactory,
)
from tests.portal.accounts.test_two_factor import code_of
from tests.portal.runs.run_pages.measured import measured_run
from tests.submission_factories import ReviewerFactory
from tests.submission_files import sysbench_text

pytestmark = pytest.mark.browser

COMPARED = ("rds.mysql.c1.xlarge", "rds.mysql.c2.xlarge")
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
SHEET = 688  # pixels between the margins of A4
# What of a page leaves the sheet at its right, where the printer drops it.
BEYOND = """() => [...document.querySelectorAll("main *")]
  .filter((each) => each.checkVisibility() && !each.closest(".visually-hidden, svg"))
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
  .map((each) => each.outerHTML.slice(0, 160))"""
LINES = """(cell) => {
  const words = document.createRange();
  words.selectNodeContents(cell);
  return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""
NO_FONT = re.compile(r"[\u3000-\uffff]")  # of Chinese, on machines of tests
# Levels of twelve results each, between which there are four changes.
LEVELS = (1000.0, 700.0, 1000.0, 700.0, 1000.0)


def addresses():
    run = RunFactory(succeeded=True, public=True)
    for second in range(1, 61):
        SampleFactory(run=run, second=second, tps=99.0 + second)
    steps = [level + number % 4 for level in LEVELS for number in range(12)]
    series = series_with(*steps, visibility="public")
    rows = Result.objects.filter(
        engine_version="8.0", regime="disk_io", instance_class__code__in=COMPARED
    )
    return (
        "/engines/mysql/8.0/",
        f"/runs/{run.pk}/",
        f"/trends/{series.pk}/",
        "/compare/?" + "&".join(f"result={row.pk}" for row in rows),
    )


def without_spaces(text):
    return "".join(text.split())


def test_what_a_screen_holds_back_is_on_an_a4_sheet(page, site):
    missing, held_back = [], 0

    for address in addresses():
        page.goto(address)
        page.wait_for_load_state("networkidle")
        wanted = {without_spaces(text) for text in page.evaluate(HELD_BACK)} - {""}
        sheets = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages
        printed = without_spaces("".join(sheet.extract_text() for sheet in sheets))
        # its beginning, since the next column may stand between the lines of a long one
        missing += [(address, each) for each in wanted if each[:20] not in printed]
        held_back += len(wanted)

    assert [each for each in missing if not NO_FONT.search(each[1])] == []
    assert held_back > 100


def test_nothing_runs_off_an_a4_sheet(page, site):
    page.emulate_media(media="print")
    page.set_viewport_size({"width": SHEET, "height": 1000})

    for address in addresses():
        page.goto(address)
        page.wait_for_load_state("networkidle")

        assert page.evaluate(BEYOND) == [], address


def test_prints_of_staff_and_account_pages_have_no_forms_and_whole_names(
    chromium, site
):
    """“customer” stood in two lines in the audit log, and a token's form below tokens."""
    staff = UserFactory(staff=True, username="customer")
    record(AuditAction.TOKEN_ISSUED, by=staff, on=ApiTokenFactory(user=staff))
    context = site_map.context_of(chromium, site, staff, width=SHEET)
    tab = context.new_page()
    tab.emulate_media(media="print")

    for address in ("/tokens/", "/account/email/", "/catalogue/"):
        tab.goto(address)
        assert tab.locator("main input:visible, main .bb-sub a:visible").count() <= 1
    tab.goto("/audit/")
    name = tab.locator("td.bb-long").filter(has_text="customer").first
    assert name.evaluate(LINES) == 1
    assert tab.evaluate(BEYOND) == []
    context.close()


def test_no_key_code_or_secret_is_printed(page, site):
    """A sheet is read by others: what lets somebody in stays on the screen."""
    sign_in(page, UserFactory())

    def printed():
        sheets = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages
        return " ".join("".join(sheet.extract_text() for sheet in sheets).split())

    page.goto("/tokens/")
    page.get_by_label("Name").fill("CI")
    page.get_by_role("button", name="Make the token").click()
    key = page.locator("#new-key").inner_text()
    made = printed()
    page.goto("/account/2fa/on/")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    secret = page.locator("#secret").inner_text()
    turning_on = printed()
    page.get_by_label("Code").fill(code_of(secret))
    page.get_by_role("button", name="Turn it on").click()
    codes = page.locator(".bb-codes code").all_inner_texts()
    turned_on = printed()

    assert key.startswith("bb_")
    assert key[:8] not in made
    assert secret not in turning_on
    assert len(codes) == 10
    assert [code for code in codes if code in turned_on] == []
    for text in (made, turning_on, turned_on):
        assert "not printed, as whoever has it is let in" in text


def test_pages_of_accounts_print_no_control(page, site):
    """A link to change a password is nothing on paper, nor is an empty field for one."""
    page.emulate_media(media="print")
    page.goto("/login/")
    assert page.locator("main :is(input, a):visible").count() == 0
    page.emulate_media(media="screen")
    sign_in(page, UserFactory())
    page.emulate_media(media="print")

    for address in ("/account/", "/account/2fa/", "/password/"):
        page.goto(address)
        controls = page.locator("main :is(input, a, button):visible")
        assert controls.count() == 0, address


def test_a_printed_trend_has_no_empty_form_of_a_rule(chromium, site):
    series = series_with(1000.0, 1010.0)
    owner = series.endpoint.owner
    context = site_map.context_of(chromium, site, owner, width=SHEET)
    tab = context.new_page()
    tab.goto(f"/trends/{series.pk}/")
    form = tab.get_by_role("heading", name="New rule")
    expect(form).to_be_visible()

    tab.emulate_media(media="print")

    expect(form).to_be_hidden()
    assert tab.locator("main input:visible").count() == 0
    context.close()


def test_a_printed_report_has_each_printed_figure_and_no_form_of_a_review(page, site):
    """A box of limited height was cut: total_time, latency and fairness were on no sheet."""
    draft = submission(sysbench_text())
    waiting = moves.submit(draft.pk, by=draft.owner)
    sign_in(page, ReviewerFactory())
    page.goto(f"/submissions/{waiting.pk}/")
    decision = page.locator("#decision")
    expect(decision).to_be_visible()
    names = page.locator(".bb-printed").first.locator("dt").all_text_contents()
    assert len(names) > 20

    sheets = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages
    printed = without_spaces("".join(sheet.extract_text() for sheet in sheets))
    page.emulate_media(media="print")

    assert [name for name in names if without_spaces(name) not in printed] == []
    expect(decision).to_be_hidden()
    assert page.locator("main :is(input, textarea):visible").count() == 0


def test_a_printed_draft_has_what_is_stated_and_no_field(page, site):
    draft = submission(sysbench_text())
    sign_in(page, draft.owner)
    page.goto(f"/submissions/{draft.pk}/?differs={draft.files.get().pk}")
    expect(page.locator("#statement [name=provider]")).to_be_visible()
    expect(page.locator("#stated")).to_be_hidden()

    sheets = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages
    printed = "".join(sheet.extract_text() for sheet in sheets)
    page.emulate_media(media="print")

    for stated in ("ecs.c6.2xlarge", "cn-hangzhou", "semi-synchronous"):
        assert stated in printed
    assert page.locator("main :is(input, textarea, select):visible").count() == 0


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


def test_the_words_of_a_curve_are_as_large_as_those_beside_it(page, site):
    run = RunFactory(succeeded=True, public=True)
    HistogramFactory(result=run.result)
    page.set_viewport_size({"width": SHEET, "height": 1000})
    page.emulate_media(media="print")
    page.goto(f"/runs/{run.pk}/")

    ticks = page.locator("#latency-curve .tick")
    rows = page.locator("#latency-curve td")

    height = "element => element.getBoundingClientRect().height"
    assert ticks.first.evaluate(height) <= 1.2 * rows.first.evaluate(height)


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


def test_the_first_and_the_last_row_of_a_table_stay_with_the_next_to_them(page, site):
    page.goto("/engines/mysql/8.0/")
    page.emulate_media(media="print")

    rows = page.locator("table.bb-table tbody").first.locator("tr")
    breaks = "rows => rows.map(row => getComputedStyle(row).breakAfter)"
    found = rows.evaluate_all(breaks)
    assert found[0] == found[-2] == "avoid"
    assert "auto" in found[1:-2]


@pytest.mark.parametrize(
    ("address", "sheets"), [("/results/", 2), ("/guide/", 3), ("/api/", 1)]
)
def test_no_sheet_is_begun_for_a_few_lines(page, site, address, sheets):
    """Each of them was a sheet more, whose last had a few lines."""
    page.goto(address)
    page.wait_for_load_state("networkidle")

    printed = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages

    assert len(printed) == sheets
