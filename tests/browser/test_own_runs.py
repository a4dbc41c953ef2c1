"""Own runs by keyboard: two ticked, compared and drawn; one published; failed ones deleted."""

import re

import pytest
from playwright.sync_api import expect

from benchruns.models import Result
from tests.browser.keyboard import press, sign_in
from tests.factories import SHORT, ResultFactory, RunFactory, UserFactory
from tests.portal.runs.run_pages.measured import measured_run

pytestmark = pytest.mark.browser


@pytest.fixture
def owner(page):
    user = UserFactory(username="ada")
    sign_in(page, user)
    return user


def test_two_own_runs_are_ticked_compared_and_drawn(page, owner):
    for name in ("8 GB buffer", "16 GB buffer"):
        measured_run(owner=owner, name=name)
    page.goto("/runs/")
    # the label of a filter stands in one line
    assert page.get_by_text("Name or note").bounding_box()["height"] < 24

    for place in (0, 1):
        press(page, page.locator("#runs [data-tick]").nth(place))
        expect(page.locator("#ticks")).to_contain_text(f"{place + 1} ticked")
    expect(page.locator("#ticks")).to_contain_text("16 GB buffer")
    press(page, page.locator("#ticks").get_by_role("link", name="Compare 2"))

    page.wait_for_url(re.compile(r"/compare/\?result=.+&result=.+"))
    expect(page.locator("#ticks")).to_be_hidden()
    expect(page.locator("#table-compare")).to_contain_text("8 GB buffer")
    address = page.get_by_role("link", name="PDF", exact=True).get_attribute("href")
    drawn = page.request.get(address)
    assert drawn.headers["content-type"] == "application/pdf"
    assert drawn.body().startswith(b"%PDF")


def test_on_a_phone_many_doubts_stand_small_below_the_figures_of_a_verdict(page, owner):
    told = [
        SHORT,
        {"code": "duration", "values": {"measured_s": 131, "asked_s": 60}},
        {"code": "variation", "values": {"variation": 0.43}},
        {"code": "same_host"},
        {"code": "not_steady"},
    ]
    findings = [{"severity": "caution", **each} for each in told]
    run = measured_run(owner=owner)
    Result.objects.filter(run=run).update(findings=findings, doubt="figure")
    ResultFactory()
    page.set_viewport_size({"width": 320, "height": 844})

    page.goto(f"/runs/{run.pk}/")

    verdict = page.locator("#verdict")
    first, nearest = verdict.locator(".bb-verdict-aside").all()
    expect(first).to_contain_text("throughput never settled")
    boxes = [each.bounding_box() for each in (verdict, first, nearest)]
    assert all(box["x"] + box["width"] <= 320 for box in boxes)
    assert boxes[1]["y"] + boxes[1]["height"] <= boxes[2]["y"]
    sizes = [
        float(each.evaluate("each => getComputedStyle(each).fontSize").rstrip("px"))
        for each in (verdict, first)
    ]
    assert sizes[1] < sizes[0]


def test_a_run_is_published_and_its_address_opens_for_anybody(page, owner):
    run = measured_run(owner=owner)
    page.goto(f"/runs/{run.pk}/")
    expect(page.locator("#run-status")).to_contain_text("private")

    press(page, page.get_by_role("link", name="Publish", exact=True))
    expect(page.get_by_role("heading", level=1)).to_have_text("Publish this run?")
    press(page, page.get_by_role("button", name="Publish", exact=True))

    page.wait_for_url(f"**/runs/{run.pk}/")
    expect(page.locator("#run-status")).to_contain_text("public")
    expect(page.get_by_role("button", name="Unpublish")).to_be_visible()
    page.context.clear_cookies()
    page.goto(f"/runs/{run.pk}/")
    expect(page.get_by_role("link", name="Log in").first).to_be_visible()
    expect(page.locator("#verdict")).to_contain_text("TPS")


def test_failed_runs_are_ticked_and_deleted_after_one_question(page, owner):
    for _ in range(2):
        RunFactory(owner=owner, failed=True)
    measured_run(owner=owner)
    page.goto("/runs/")

    for box in page.get_by_role(
        "checkbox", name=re.compile("^Tick .* to delete")
    ).all():
        press(page, box, "Space")
        expect(box).to_be_checked()
    press(page, page.get_by_role("button", name="Delete ticked runs"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Delete 2 runs?")
    press(page, page.get_by_role("button", name="Delete 2 runs"))

    expect(page.get_by_role("main")).to_contain_text("2 runs deleted.")
    expect(page.locator("#runs tbody tr")).to_have_count(1)
