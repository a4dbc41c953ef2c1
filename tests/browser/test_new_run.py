"""From a pasted address to a run of a preset that was sized for the server, by keyboard."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from benchruns.models import Endpoint, Run
from tests.browser.keyboard import log_in, press, write
from tests.factories import UserFactory

pytestmark = [pytest.mark.browser, pytest.mark.engine]


def test_from_a_pasted_address_to_a_run_of_a_preset(
    page, site, mariadb_target, complaints
):
    target = mariadb_target
    account = f"{target.username}:{quote(target.password, safe='')}"
    where = f"{target.host}:{target.port}/{target.database}"

    # Paste, look at what it filled in, save and check
    page.goto("/endpoints/new/")
    log_in(page, UserFactory(username="mk"))
    write(page, page.get_by_label("Connection URL"), f"mysql://{account}@{where}")
    press(page, page.get_by_role("button", name="Fill in"))
    expect(page.get_by_label("Host")).to_have_value(target.host)
    expect(page.get_by_label("Port")).to_have_value(str(target.port))
    expect(page.get_by_label("Password", exact=True)).to_have_value("")
    assert target.password not in page.content()
    press(page, page.get_by_role("button", name="Save and check"))
    expect(page.locator("#check")).to_contain_text("Ready for runs")
    endpoint = Endpoint.objects.get()
    buffer = endpoint.checks.get().server["buffer_bytes"]

    # A preset, sized for what the check found
    press(page, page.get_by_role("link", name="New run"))
    press(page, page.get_by_role("link", name=re.compile("^Cached")))
    expect(page.locator(".bb-preset[aria-current]")).to_contain_text("Cached")
    expect(page.locator("#new-run-plan")).to_contain_text("read from memory, cached")
    expect(page.get_by_label("Warm-up")).to_have_value("60")

    # What cannot run is not started
    threads = page.get_by_label("Threads")
    fitting = threads.input_value()
    write(page, threads, "1900")
    start = page.get_by_role("button", name="Start the run")
    expect(start).to_be_disabled()
    expect(page.locator("#new-run-refusal")).to_contain_text(
        "This run will not start: 1,900 threads need 1,901 connections"
    )
    write(page, threads, fitting)
    expect(start).to_be_enabled()

    # Nor at a time that has passed
    page.locator("#id_not_before").fill("2020-01-01T00:00")
    later = page.get_by_role("button", name="Schedule the run")
    expect(later).to_be_disabled()
    expect(page.locator("#new-run-refusal")).to_contain_text("This time has passed")
    page.locator("#id_not_before").fill("")
    expect(start).to_be_enabled()
    press(page, start)
    expect(page.get_by_role("main")).to_contain_text("Set this tick first")
    assert not Run.objects.exists()
    assert [line[:4] for line in complaints] == ["400 ", "Fail"]  # the refusal alone
    complaints.clear()
    press(page, page.get_by_label("I agree"), "Space")
    press(page, start)

    expect(page.get_by_role("heading", level=1)).to_contain_text("threads")
    run = Run.objects.get()
    rows = run.parameters["tables"] * run.parameters["table_size"]
    assert rows * 242 == pytest.approx(buffer / 2, rel=0.05)
    press(page, page.get_by_role("button", name="Cancel run"))
    expect(page.get_by_role("main")).to_contain_text(re.compile("cancelled", re.I))
