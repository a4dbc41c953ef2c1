"""What a token had started again and again ends with the token."""

from uuid import uuid4

import pytest
from django.core import mail

from benchruns.models import AuditEntry, Notice, Schedule
from benchruns.runs import request as run_request
from benchruns.schedules import changes
from portal.accounts import tokens
from tests.factories import EndpointFactory, UserFactory
from tests.portal.runs.by_token import CHANGE, issued, owner, signed_in
from tests.portal.visiting import text_of
from tests.schedule_factories import LOAD, ScheduleFactory

pytestmark = pytest.mark.django_db

API = "/api/v1/schedules/"


@pytest.fixture
def user():
    return owner()


@pytest.fixture
def page(user):
    return signed_in(user)


def made_by(api, user):
    endpoint = EndpointFactory(owner=user, checked=True)
    load = {key: value for key, value in LOAD.items() if value is not None}
    body = load | {"endpoint": str(endpoint.pk), "name": "mine", "every_seconds": 60}
    return Schedule.objects.get(pk=api.post(API, body, format="json").json()["id"])


def why_paused(schedule):
    schedule.refresh_from_db()
    return schedule.paused_for


def test_with_a_token_pause_the_schedules_that_it_made_or_changed(page, user):
    (stolen, thief), (_other, program) = issued(user), issued(user)
    theirs, others = made_by(thief, user), made_by(program, user)
    changed, own = ScheduleFactory(owner=user), ScheduleFactory(owner=user)
    thief.patch(f"{API}{changed.pk}/", {"every_seconds": 120}, format="json")

    answer = page.post(f"/tokens/{stolen.pk}/revoke/", follow=True)

    assert "2 schedules of API tokens are paused" in text_of(answer)
    assert [why_paused(each) for each in (theirs, changed)] == ["token_ended"] * 2
    assert [why_paused(each) for each in (others, own)] == ["", ""]
    assert Notice.objects.filter(user=user, code="token_ended").count() == 2
    noted = AuditEntry.objects.filter(action="schedule_paused", actor=user)
    assert [each.details["reason"] for each in noted] == ["token_ended"] * 2


def test_so_do_those_of_tokens_that_it_made(user):
    stolen, _thief = issued(user)
    _child, accomplice = issued(user, parent=stolen)
    theirs = made_by(accomplice, user)

    assert tokens.revoke(stolen, by=user).schedules == 1

    assert why_paused(theirs) == "token_ended"


def test_its_owner_alone_lets_it_go_on_and_then_it_is_the_tokens_no_longer(page, user):
    (stolen, thief), (_other, program) = issued(user), issued(user)
    schedule = made_by(thief, user)
    tokens.revoke(stolen, by=user)
    at = f"{API}{schedule.pk}/"

    program.patch(at, {"name": "harmless"}, format="json")
    refused = program.patch(at, {"is_paused": False}, format="json")

    assert refused.status_code == 409
    assert "resume it on its page" in refused.json()["detail"]
    assert "See what it does" in text_of(page.get(f"/schedules/{schedule.pk}/"))
    page.post(f"/schedules/{schedule.pk}/resume/")
    assert why_paused(schedule) == ""
    assert schedule.tokens == []


def test_a_token_lets_go_on_what_it_made_itself(user):
    _token, program = issued(user)
    schedule = made_by(program, user)
    at = f"{API}{schedule.pk}/"
    program.patch(at, {"is_paused": True}, format="json")

    assert program.patch(at, {"is_paused": False}, format="json").status_code == 200


def test_what_staff_paused_and_resume_waits_for_its_owner_once_its_token_has_ended(
    user, client
):
    stolen, thief = issued(user)
    schedule, staff = made_by(thief, user), UserFactory(staff=True)
    changes.pause(schedule, by=staff)
    tokens.revoke(stolen, by=user)
    assert why_paused(schedule) == "by_staff"

    client.force_login(staff)
    client.post(f"/schedules/{schedule.pk}/resume/")

    assert why_paused(schedule) == "token_ended"


def test_with_a_password_pause_those_of_all_tokens_and_page_and_mail_say_so(
    page, user, settings
):
    settings.MAIL_IS_ON = True
    theirs = ScheduleFactory(owner=user, name="theirs", tokens=[str(uuid4())])
    own = ScheduleFactory(owner=user, name="own")
    ScheduleFactory(name="another's", tokens=[str(uuid4())])

    answer = page.post("/password/", CHANGE, follow=True)

    assert "1 schedule of an API token is paused" in text_of(answer)
    assert (why_paused(theirs), why_paused(own)) == ("token_ended", "")
    noted = AuditEntry.objects.get(action="password_changed")
    assert noted.details == {"tokens": 0, "webhooks": 0, "schedules": 1, "runs": 0}
    told = mail.outbox[-1].body
    assert "Delete what you do not know: http://testserver/schedules/" in told
    assert {"- own", "- theirs (paused)"} <= set(told.splitlines())
    assert "another's" not in told


def test_a_token_that_is_revoked_meanwhile_leaves_no_schedule_that_goes_on(
    user, monkeypatch
):
    stolen, thief = issued(user)
    settle = run_request.settle

    def slowly(request):
        tokens.revoke(stolen, by=user)
        return settle(request)

    monkeypatch.setattr(changes.run_request, "settle", slowly)

    assert why_paused(made_by(thief, user)) == "token_ended"
