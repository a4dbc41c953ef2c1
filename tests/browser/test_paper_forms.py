"""Forms and keys on paper: what is pressed, typed or kept secret stays on the screen."""

import pytest
from playwright.sync_api import expect

from benchruns.audit.record import record
from benchruns.submissions.review import moves
from benchruns.vocabulary import AuditAction
from tests.benchruns.runs.watched import series_with
from tests.benchruns.submissions.checks.checked import submission
from tests.browser import site_map
from tests.browser.keyboard import sign_in
from tests.browser.printed import BEYOND, SHEET, text_of, without_spaces
from tests.factories import PASSWORD, ApiTokenFactory, UserFactory
from tests.portal.accounts.test_two_factor import code_of
from tests.submission_factories import ReviewerFactory
from tests.submission_files import sysbench_text

pytestmark = pytest.mark.browser

LINES = """(cell) => {
  const words = document.createRange();
  words.selectNodeContents(cell);
  return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""


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
        assert tab.evaluate(BEYOND) == [], address
    tab.goto("/audit/")
    name = tab.locator("td.bb-long").filter(has_text="customer").first
    assert name.evaluate(LINES) == 1
    assert tab.evaluate(BEYOND) == []
    context.close()


def test_no_key_code_or_secret_is_printed(page, site):
    """A sheet is read by others: what lets somebody in stays on the screen."""
    sign_in(page, UserFactory())

    def printed():
        return " ".join(text_of(page).split())

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
    page.wait_for_url("**/recovery-codes/")
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

    printed = without_spaces(text_of(page))
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

    printed = text_of(page)
    page.emulate_media(media="print")

    for stated in ("ecs.c6.2xlarge", "cn-hangzhou", "semi-synchronous"):
        assert stated in printed
    assert page.locator("main :is(input, textarea, select):visible").count() == 0
