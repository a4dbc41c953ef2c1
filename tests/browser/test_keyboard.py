"""Journeys by keyboard alone: an endpoint to its check, a report to its grade, a token.

A run's, from the form to its cancel, is in test_new_run.py; what is done with own runs,
in test_own_runs.py.
"""

import re

import pytest
from django.contrib.auth.models import Group
from playwright.sync_api import expect

from benchruns.models.submissions import REVIEWERS
from tests import waiting
from tests.browser import accessible
from tests.browser.keyboard import choose_file, press, sign_in, tab_to, write
from tests.factories import (
    PASSWORD,
    CampaignFactory,
    InstanceClassFactory,
    ResultFactory,
    UserFactory,
)
from tests.samples import SAMPLES

pytestmark = pytest.mark.browser

SAMPLE = SAMPLES / "sysbench-1.0-oltp-read-write.txt"
STATED = {
    "engine": "MySQL", "engine_version": "8.0.25", "tested_on": "2026-01-20",
    "provider": "alibaba-cloud", "instance_class": "rds.mysql.c2.xlarge",
    "duration_seconds": "60", "regime": "cached",
}  # fmt: skip


@pytest.mark.engine
def test_an_endpoint_is_registered_and_checked(page, mariadb_target):
    sign_in(page, UserFactory(username="mk"))
    page.goto("/endpoints/new/")
    for label, text in (
        ("Name", "shop-db"),
        ("Engine", "MySQL"),
        ("Host", mariadb_target.host),
        ("Port", str(mariadb_target.port)),
        ("Account", mariadb_target.username),
        ("Password", mariadb_target.password),
        ("Database", mariadb_target.database),
    ):
        write(page, page.get_by_label(label, exact=True).first, text)
    press(page, page.get_by_role("button", name=re.compile("^Register")).first)
    expect(page.get_by_role("heading", level=1)).to_contain_text("shop-db")
    press(page, page.get_by_role("button", name=re.compile("^Check")))
    expect(page.locator("#check")).to_contain_text("Ready for runs")


def test_a_report_is_uploaded_submitted_reviewed_and_accepted(page, site):
    reviewer = UserFactory(username="reviewer")
    reviewer.groups.add(Group.objects.get_or_create(name=REVIEWERS)[0])
    sign_in(page, UserFactory(username="customer"))
    page.goto("/submissions/")
    choose_file(page, page.locator("input[type=file]"), SAMPLE)
    page.wait_for_url("**/submissions/*-*/")
    submission = page.url

    form = page.locator("#statement")
    for name, text in STATED.items():
        write(page, form.locator(f"[name={name}]"), text)
    press(page, form.get_by_role("button", name="Save and look"))
    expect(page.locator("#preview canvas")).to_be_visible()
    press(page, page.get_by_role("button", name="Submit for review"))
    expect(page.locator("main")).to_contain_text("In review.")

    sign_in(page, reviewer)
    page.goto("/submissions/review/")
    path = "/" + submission.split("/", 3)[3]
    press(page, page.locator(f"a[href='{path}']").first)
    page.wait_for_url(submission)
    press(page, page.get_by_role("radio", name="accepted"), "Space")
    press(page, page.get_by_role("button", name="Accept", exact=True))
    expect(page.locator("main")).to_contain_text("Proposed: ask for changes")
    press(page, page.get_by_role("button", name="Accept all the same"))
    expect(page.locator("main")).to_contain_text("accepted, ")


def test_who_logs_in_types_at_once(page, site):
    """It took 14 Tabs to the name; by the link as by the address."""
    user = UserFactory(username="typist")
    page.goto("/")
    press(page, page.get_by_role("link", name="Log in").first)
    page.wait_for_url("**/login/**")
    expect(page.get_by_label("User name")).to_be_focused()
    page.goto("/login/")
    expect(page.get_by_label("User name")).to_be_focused()
    assert accessible.faults(page) == []

    page.keyboard.type(user.username)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")

    page.wait_for_url(lambda url: "/login/" not in url)


def test_an_operation_of_the_api_is_found_and_read(page, site):
    page.goto("/api/")
    press(page, page.locator(".bb-actions").get_by_role("link", name="All operations"))
    page.wait_for_url("**/api/docs/")
    write(page, page.get_by_role("main").get_by_role("searchbox"), "plan run")
    page.keyboard.press("Enter")
    page.wait_for_url("**/api/docs/?q=plan+run")

    press(
        page, page.get_by_role("main").locator("a[href='/api/docs/runs_plan_create/']")
    )

    expect(page.locator("main")).to_contain_text("/api/v1/runs/plan/")
    tab_to(page, page.get_by_text("Keys of the answer").first)  # which opens it
    expect(page.locator("main details").first).to_have_attribute("open", "")


def test_a_class_is_taken_off_the_ranking_and_put_back(page, site):
    page.goto("/")
    press(page, page.get_by_role("link", name="Rank all classes under one load"))
    page.wait_for_url("**/classes/ranking/**")
    write(page, page.get_by_label("Engine"), "MySQL")
    write(page, page.get_by_label("Version"), "8.0")
    press(page, page.get_by_role("button", name="Rank", exact=True))
    page.wait_for_url("**version=8.0**")
    bars = page.locator("figure ol > li")
    count = bars.count()
    assert count > 2

    press(page, page.get_by_role("link", name="Take rds.mysql.c2.xlarge off"))
    expect(bars).to_have_count(count - 1)
    press(page, page.get_by_role("link", name="Put rds.mysql.c2.xlarge back"))

    expect(bars).to_have_count(count)


def test_why_rows_of_different_tests_are_not_compared_is_found_and_read(page, site):
    """From the figure that is marked; and in a window so narrow that the reasons fold."""
    sold = InstanceClassFactory()
    campaign = CampaignFactory(provider=sold.provider)
    for workload in ("oltp_read_write", "oltp_read_only"):
        ResultFactory(instance_class=sold, campaign=campaign, workload=workload)
    page.goto(f"/results/?provider={sold.provider_id}")
    for place in (0, 1):
        press(page, page.locator("#results [data-tick]").nth(place))
        expect(page.locator("#ticks")).to_contain_text(f"{place + 1} ticked")
    press(page, page.locator("#ticks").get_by_role("link", name="Compare 2"))
    page.wait_for_url(re.compile(r"/compare/\?result=.+&result=.+"))
    address = page.url
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("Different tests: workload")

    words = "A transaction is not the same work in both"
    marks = page.locator("#table-compare").get_by_role("link", name=re.compile(words))
    press(page, marks.first)

    expect(page).to_have_url(re.compile("#finding-"))
    reason = verdict.locator("li").filter(has_text=words).first
    expect(reason).to_be_in_viewport()

    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(address)
    expect(reason).to_be_hidden()
    tab_to(page, verdict.locator("summary").first)  # which opens it
    expect(reason).to_be_visible()


def test_a_token_is_made_and_its_key_copied(page, site):
    sign_in(page, UserFactory())
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/tokens/")
    write(page, page.get_by_label("Name", exact=True), "CI")
    write(page, page.get_by_label("It is valid for", exact=True), "30")
    press(page, page.get_by_role("button", name="Make the token"))
    page.wait_for_url("**/tokens/made/")

    key = page.locator("#new-key").inner_text()
    press(page, page.locator(".bb-key button"))

    assert key.startswith("bb_")
    copied = "navigator.clipboard.readText()"
    waiting.until(lambda: page.evaluate(copied) == key, what="the key that is copied")
    press(page, page.locator(".bb-crumbs").get_by_role("link", name="API tokens"))
    page.wait_for_url("**/tokens/")
    expect(page.get_by_role("row", name="CI")).to_contain_text(key[:8])
