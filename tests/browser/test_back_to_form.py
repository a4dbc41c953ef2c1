"""Back from the page of a run to the form that started it, and started again."""

import pytest
from playwright.sync_api import expect

from benchruns.models import Run
from tests.browser.keyboard import log_in
from tests.factories import EndpointFactory, UserFactory

pytestmark = pytest.mark.browser


def test_back_and_started_again_leads_to_the_run_that_was_started(page, site):
    user = UserFactory(username="mk")
    EndpointFactory(owner=user, name="shop-db", checked=True)
    page.goto("/runs/new/")
    log_in(page, user)
    key = page.locator("#new-run [name=form_key]")
    start = page.get_by_role("button", name="Start the run")
    first = key.input_value()

    start.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("shop-db")
    page.go_back()
    # as a browser does that keeps no page of one's own: it has the form sent anew
    page.reload()
    expect(key).to_have_value(first)
    start.click()

    messages = page.locator(".bb-messages")
    expect(messages).to_contain_text("no second one was started")
    assert page.url.endswith(f"/runs/{Run.objects.get().pk}/")

    page.get_by_role("link", name="Start another one").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("New run")
    assert key.input_value() != first
    start.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("shop-db")
    assert Run.objects.count() == 2
