"""Staff's page of the emergency stop, and what everybody sees while one stands."""

import re
from html import unescape

import pytest
from django.urls import reverse

from benchruns.audit.origin import Door
from benchruns.emergency import stop
from benchruns.models import AuditEntry
from portal import dispatch
from tests.factories import EndpointFactory, RunFactory, UserFactory

pytestmark = pytest.mark.django_db

URL = "/stop/"
REASON = "The storage of provider A burns."
PAGES = ("/", "/engines/", "/runs/", "/guide/", "/login/", "/nothing-here/")


def text_of(answer) -> str:
    """What is read, without the marks."""
    return unescape(" ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split()))


@pytest.fixture
def grace():
    return UserFactory(staff=True, username="grace.hopper")


@pytest.fixture
def staff(client, grace):
    client.force_login(grace)
    return client


def test_staff_stop_all_load_and_lift_the_stop_on_one_page(staff, grace):
    RunFactory(running=True)
    shown = text_of(staff.get(URL))
    assert "1 run is running" in shown
    assert "Every load tool ends within five seconds" in shown

    stopped = text_of(staff.post(URL, {"reason": REASON}, follow=True))
    assert stop.standing().reason == REASON
    assert "Lift the stop" in stopped
    assert "by grace.hopper" in stopped

    lifted = text_of(staff.post(URL, {"lift": "yes"}, follow=True))
    assert stop.standing() is None
    assert "Lifted: what waits begins." in lifted
    assert lifted.count("grace.hopper") >= 2  # in the list of stops so far
    entries = AuditEntry.objects.values_list("actor", "door")
    assert list(entries) == [(grace.pk, Door.PAGE)] * 2


@pytest.mark.parametrize("reason", [None, "", "  ", "x" * 301])
def test_a_stop_without_a_good_reason_is_asked_for_it_and_keeps_what_was_typed(
    staff, reason
):
    answer = staff.post(URL, {} if reason is None else {"reason": reason})

    assert answer.status_code == 400
    assert 'id="reason-wrong"' in answer.content.decode()
    assert (reason or "").strip() in answer.content.decode()
    assert stop.standing() is None


def test_who_comes_second_is_told_what_stands_already(staff):
    again = {"reason": "Another."}
    stop.stop_all(by=None, reason=REASON)
    assert f"stopped already: {REASON}" in text_of(staff.post(URL, again, follow=True))

    stop.lift(by=None)
    shown = text_of(staff.post(URL, {"lift": "yes"}, follow=True))
    assert "nothing to lift" in shown


def test_others_than_staff_have_no_such_page(page, client):
    assert page.get(URL).status_code == 403
    assert page.post(URL, {"reason": REASON}).status_code == 403
    client.logout()
    assert client.post(URL, {"reason": REASON})["Location"].startswith(
        reverse("portal:login")
    )
    assert stop.standing() is None


@pytest.mark.parametrize("path", PAGES)
def test_every_page_says_why_and_names_nobody_to_strangers(client, page, grace, path):
    assert "stopped all load" not in text_of(client.get(path, follow=True))
    stop.stop_all(by=grace, reason=f"{REASON} <b>")

    for logs_out in (False, True):
        if logs_out:
            client.logout()
        shown = text_of(client.get(path, follow=True))
        assert f"Staff have stopped all load. {REASON}" in shown
        assert "&lt;b&gt;" in client.get(path, follow=True).content.decode()
        assert "grace.hopper" not in shown
        assert "Lift the stop" not in shown


def test_staff_see_that_a_command_did_it(staff):
    stop.stop_all(by=None, reason=REASON)

    assert "by a command" in text_of(staff.get("/"))


def test_a_run_that_waits_says_why(page, user):
    run = RunFactory(owner=user)
    stop.stop_all(by=None, reason=REASON)

    why = f"Staff have stopped all load: {REASON} It starts after that."
    assert why in text_of(page.get(f"/runs/{run.pk}/"))
    assert page.get(f"/runs/{run.pk}/live/").json()["waiting"] == why


def test_a_check_that_waits_says_why_and_nobody_waits_for_it(page, user, monkeypatch):
    endpoint = EndpointFactory(owner=user)
    monkeypatch.setattr(dispatch, "_finished", pytest.fail)
    stop.stop_all(by=None, reason=REASON)

    shown = text_of(page.post(f"/endpoints/{endpoint.pk}/check/", follow=True))

    assert "The check begins when they lift the stop" in shown
    assert "No worker has answered" not in shown
