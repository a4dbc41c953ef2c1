"""From a tool's output on somebody's disk to a reviewed, rewarded result."""

import pytest
from django.contrib.auth.models import Group
from playwright.sync_api import expect

from benchruns.models import RewardPolicy
from benchruns.models.submissions import REVIEWERS
from benchruns.submissions.drafts import changes as drafts
from tests.factories import PASSWORD, UserFactory
from tests.samples import SAMPLES
from tests.submission_files import uploaded

pytestmark = pytest.mark.browser

SAMPLE = SAMPLES / "sysbench-1.0-oltp-read-write.txt"
OTHER = SAMPLES / "sysbench-1.0-oltp-read-only.txt"


@pytest.fixture
def reviewer(site):
    user = UserFactory(username="reviewer")
    user.groups.add(Group.objects.get_or_create(name=REVIEWERS)[0])
    return user


@pytest.fixture
def reward(site):
    RewardPolicy.objects.update_or_create(
        grade="excellent",
        defaults={"is_active": True, "discount_percent": 20, "gift": "A mug"},
    )


def log_in(page, user):
    page.context.clear_cookies()
    page.goto("/login/")
    page.get_by_label("User name").fill(user.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(lambda url: "/login/" not in url)


def unfold(field):
    field.evaluate("e => e.closest('details')?.setAttribute('open', '')")


def state(page, **values):
    """Fill in fields of the statement, and save."""
    form = page.locator("#statement")
    for name, value in values.items():
        field = form.locator(f"[name={name}]")
        unfold(field)
        if field.evaluate("e => e.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    form.get_by_role("button", name="Save and look").click()
    page.wait_for_load_state()


def assert_fits(page):
    """On a phone and on a desk."""
    for width in (390, 1360):
        page.set_viewport_size({"width": width, "height": 900})
        wide = page.locator(".bb-scroll").evaluate_all(
            "all => all.filter(e => e.scrollWidth > e.clientWidth).length"
        )
        assert wide == 0
        assert page.evaluate("document.documentElement.scrollWidth") == width


def discard_a_draft_of_a_long_name(page, path):
    path.write_bytes(OTHER.read_bytes())
    page.goto("/submissions/")
    page.locator("input[type=file]").set_input_files(path)
    page.wait_for_url("**/submissions/*-*/")
    draft = page.url
    page.goto("/submissions/")
    assert_fits(page)
    page.goto(f"{draft}delete/")
    assert_fits(page)
    page.get_by_role("button", name="Delete the draft").click()
    expect(page.locator("main")).to_contain_text("The draft was deleted.")


def test_the_size_of_a_known_class_is_a_hint_as_soon_as_it_is_named(page, site):
    draft = drafts.begin(UserFactory(), [uploaded(SAMPLE.read_text())])
    log_in(page, draft.owner)
    page.goto(f"/submissions/{draft.pk}/")
    form = page.locator("#statement")
    field = {
        name: form.locator(f"[name={name}]")
        for name in ("provider", "instance_class", "vcpus", "memory_gb")
    }
    cautions = form.locator(".bb-field-caution")

    field["memory_gb"].fill("8")
    field["instance_class"].fill("RDS.mysql.c2.xlarge")
    expect(field["vcpus"]).to_have_attribute("placeholder", "16, from the catalogue")
    expect(field["vcpus"]).to_have_value("")
    expect(form.get_by_text("vCPUs needed")).to_be_visible()
    expect(field["memory_gb"]).to_have_value("8")
    expect(cautions).to_have_text(
        "The catalogue says 64 GB; what is stated here counts."
    )
    field["instance_class"].blur()
    expect(field["provider"]).to_have_value("alibaba-cloud")
    expect(form.get_by_text("needed", exact=True).nth(2)).to_be_hidden()

    field["provider"].fill("somebody else")
    expect(field["vcpus"]).to_have_attribute("placeholder", "")
    expect(cautions).to_have_count(0)
    expect(field["memory_gb"]).to_have_value("8")


def test_whose_a_known_class_is_stands_filled_in(page, site):
    draft = drafts.begin(UserFactory(), [uploaded(SAMPLE.read_text())])
    log_in(page, draft.owner)
    page.goto(f"/submissions/{draft.pk}/")
    form = page.locator("#statement")
    field = {
        name: form.locator(f"[name={name}]")
        for name in ("provider", "instance_class", "engine")
    }

    field["instance_class"].fill("pg.x4.4xlarge.2")
    field["instance_class"].blur()

    expect(field["provider"]).to_have_value("alibaba-cloud")
    expect(field["engine"]).to_have_value("postgresql")

    field["provider"].fill("somebody else")
    field["instance_class"].fill("rds.mysql.c2.xlarge")
    field["instance_class"].blur()
    expect(field["provider"]).to_have_value("somebody else")


def test_a_report_is_uploaded_corrected_reviewed_and_rewarded(
    page, reviewer, reward, tmp_path
):
    customer = UserFactory(username="customer")
    log_in(page, customer)
    discard_a_draft_of_a_long_name(page, tmp_path / ("n" * 196 + ".txt"))

    page.goto("/submissions/")
    page.locator("input[type=file]").set_input_files(SAMPLE)
    page.wait_for_url("**/submissions/*-*/")
    expect(page.locator("#files")).to_contain_text("OLTP read/write")
    submission = page.url
    page.get_by_role("button", name="Submit for review").click()
    expect(page.locator("main")).to_contain_text("Put right")

    page.locator("[name=provider]").fill("alibaba-cloud")
    page.locator("input[type=file]").set_input_files(OTHER)
    expect(page.locator("#files h3")).to_have_count(2)
    expect(page.locator("[name=provider]")).to_have_value("alibaba-cloud")
    page.locator("[name=engine_version]").fill("8.0.25")
    page.locator("#files summary", has_text=OTHER.name).click()
    page.get_by_role("button", name="Yes, remove it").click()
    expect(page.locator("#files h3")).to_have_count(1)
    expect(page.locator("[name=engine_version]")).to_have_value("8.0.25")

    page.get_by_role("button", name="State what differs for this file").click()
    expect(page.locator(".bb-differs [name$='-threads']")).to_be_visible()
    assert_fits(page)
    page.goto(submission)

    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    unfold(page.locator("[name=zone]"))
    page.locator("[name=zone]").fill("typed and not sent")
    page.goto(submission)
    assert asked == ["beforeunload"]

    state(page, engine="mysql", engine_version="8.0.25", tested_on="2999-01-01")
    expect(page.locator("#statement")).to_contain_text("Give a day that has been")
    state(
        page,
        tested_on="2026-01-20",
        provider="alibaba-cloud",
        instance_class="rds.mysql.c2.xlarge",
        duration_seconds="60",
        regime="cached",
    )
    expect(page.locator("#preview canvas")).to_be_visible()
    page.get_by_role("button", name="Submit for review").click()
    expect(page.locator("main")).to_contain_text("In review.")

    log_in(page, reviewer)
    page.goto("/submissions/review/")
    page.locator(f"a[href='{'/' + submission.split('/', 3)[3]}']").first.click()
    page.get_by_label("Message to the submitter").fill("Say how long the warm-up was.")
    page.get_by_role("button", name="Ask for changes").click()
    expect(page.locator("main")).to_contain_text("changes requested")

    log_in(page, customer)
    page.goto(submission)
    expect(page.locator("main")).to_contain_text("Say how long the warm-up was.")
    state(page, warmup_seconds="60")
    page.get_by_role("button", name="Submit again").click()

    log_in(page, reviewer)
    page.goto(submission)
    expect(page.locator("main")).to_contain_text("Warm-up")
    page.get_by_role("radio", name="excellent").check()
    page.get_by_role("button", name="Accept").click()
    page.get_by_role("button", name="Accept all the same").click()
    expect(page.locator("main")).to_contain_text("accepted, excellent")

    page.goto("/engines/mysql/8.0/")
    expect(page.locator("main")).to_contain_text("1 submitted")
    row = page.locator(f"a[href='{'/' + submission.split('/', 3)[3]}']").first
    expect(row).to_be_attached()

    log_in(page, customer)
    page.goto(submission)
    expect(page.locator(".bb-reward-code")).to_contain_text("BB-")
