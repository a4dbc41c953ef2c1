"""What a token has asked for, and has not ended, ends with the token."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from benchruns.models import AuditEntry, Run
from benchruns.runs import lifecycle, request
from benchruns.schedules import due
from benchruns.sentences.events import event_message
from portal.accounts import tokens
from tests.factories import EndpointFactory, RunFactory
from tests.portal.runs.by_token import CHANGE, issued, owner, signed_in
from tests.portal.visiting import text_of
from tests.schedule_factories import LOAD, ScheduleFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def user():
    return owner()


@pytest.fixture
def endpoint(user):
    return EndpointFactory(owner=user, checked=True)


@pytest.fixture
def page(user):
    return signed_in(user)


def asked_for(api, endpoint, to="/api/v1/runs/", **given):
    load = {key: value for key, value in LOAD.items() if value is not None}
    body = load | {"endpoint": str(endpoint.pk)} | given
    return api.post(to, body, format="json").json()["id"]


def states(runs):
    return {state for state in runs.values_list("state", flat=True).order_by() if state}


def last_words(run):
    event = run.events.last()
    return event_message(event.code, event.data)


def test_what_a_revoked_token_asked_for_is_cancelled(page, user, endpoint):
    (stolen, thief), (_other, program) = issued(user), issued(user)
    later = (timezone.now() + timedelta(days=30)).isoformat()
    queued = asked_for(thief, endpoint)
    asked_for(thief, endpoint, not_before=later)
    asked_for(thief, endpoint, to="/api/v1/sweeps/", threads=[1, 2])
    kept = {asked_for(program, endpoint), str(RunFactory(owner=user).pk)}

    answer = page.post(f"/tokens/{stolen.pk}/revoke/", follow=True)

    assert "4 runs that API tokens had asked for are cancelled" in text_of(answer)
    assert states(Run.objects.exclude(pk__in=kept)) == {"cancelled"}
    assert states(Run.objects.filter(pk__in=kept)) == {"queued"}
    assert "API token that asked for it was revoked" in last_words(
        Run.objects.get(pk=queued)
    )
    noted = AuditEntry.objects.filter(action="run_cancelled", actor=user)
    assert noted.count() == 4


def test_what_runs_is_asked_to_end(user, endpoint):
    stolen, _thief = issued(user)
    run = RunFactory(owner=user, running=True, tokens=[str(stolen.pk)])

    assert tokens.revoke(stolen, by=user).runs == 1

    assert lifecycle.is_cancel_requested(run.pk, attempt=run.attempt)
    assert "was asked to end" in last_words(run)
    assert tokens.revoke(stolen, by=user).runs == 0


def test_so_is_what_a_schedule_started_that_it_made(user):
    stolen, thief = issued(user)
    schedule = ScheduleFactory(owner=user, tokens=[str(stolen.pk)])
    due.run_now(schedule)
    thief.delete(f"/api/v1/schedules/{schedule.pk}/")  # leaves no trace

    assert tokens.revoke(stolen, by=user).runs == 1

    assert states(Run.objects.all()) == {"cancelled"}


def test_with_a_password_go_those_of_all_tokens_and_the_others_are_counted(
    page, user, endpoint, settings
):
    settings.MAIL_IS_ON = True
    _token, program = issued(user)
    asked_for(program, endpoint)
    RunFactory(owner=user)

    words = text_of(page.post("/password/", CHANGE, follow=True))

    assert "1 run that an API token had asked for is cancelled" in words
    assert "1 run of the account waits or runs: cancel it" in words
    assert AuditEntry.objects.get(action="password_changed").details["runs"] == 1
    told = mail.outbox[-1].body
    assert "Cancel it if you do not know it: http://testserver/runs/" in told


def test_a_token_that_is_revoked_meanwhile_leaves_no_run(user, endpoint, monkeypatch):
    stolen, thief = issued(user)
    plan = request.plan

    def slowly(settled):
        tokens.revoke(stolen, by=user)
        return plan(settled)

    monkeypatch.setattr(request, "plan", slowly)
    asked_for(thief, endpoint)

    assert states(Run.objects.all()) == {"cancelled"}
