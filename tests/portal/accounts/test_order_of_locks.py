"""What ends a token waits for what is done with it, and never the other way round as well.

One transaction is stopped in its middle, until the other waits: had they no common order of
locks, the database would end one of the two.
"""

import pytest
from django.db import connection, transaction
from rest_framework.test import APIClient

from benchruns.failures.failure import failure
from benchruns.models import Event, Occurrence, Run, Schedule
from benchruns.runs import lifecycle
from benchruns.schedules import due
from portal.accounts import tokens
from tests.factories import ApiTokenFactory, RunFactory, UserFactory
from tests.locks import at_once
from tests.schedule_factories import ScheduleFactory
from tests.webhook_factories import WebhookFactory

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.both_databases,
    pytest.mark.skipif(connection.vendor == "sqlite", reason="writes one at a time"),
]

KEY = "bb_stolen"


def revoke(token):
    tokens.revoke(token, by=token.user)


def close_account(token):
    tokens.end_with_account(token.user, by=None)


@transaction.atomic
def set_password(token):
    token.user.set_password("another-one-of-mine")
    token.user.save()
    tokens.end_with_password(token.user, by=token.user)


ENDS = [revoke, close_account, set_password]


@pytest.fixture
def token():
    return ApiTokenFactory(user=UserFactory(), key=KEY)


@pytest.fixture
def schedule(token):
    return ScheduleFactory(owner=token.user, tokens=[str(token.pk)])


@pytest.fixture
def thief():
    return APIClient(HTTP_AUTHORIZATION=f"Token {KEY}")


def is_ended(token):
    token.refresh_from_db()
    return token.revoked_at is not None


def is_paused(schedule):
    schedule.refresh_from_db()
    return schedule.paused_at is not None


@pytest.mark.parametrize("end", ENDS)
def test_a_schedule_is_changed(token, schedule, thief, end):
    with at_once(lambda: end(token), when_saved=Schedule):
        answer = thief.patch(f"/api/v1/schedules/{schedule.pk}/", {"name": "mine"})

    assert answer.status_code == 200
    assert is_ended(token)
    assert is_paused(schedule)


@pytest.mark.parametrize("end", ENDS)
def test_a_schedule_goes_on(token, schedule, thief, end):
    due.changes.pause(schedule, by=token.user)
    with at_once(lambda: end(token), when_saved=Schedule):
        answer = thief.patch(
            f"/api/v1/schedules/{schedule.pk}/", {"is_paused": False}, format="json"
        )

    assert answer.status_code == 200
    assert is_ended(token)
    assert is_paused(schedule)


@pytest.mark.parametrize("end", ENDS)
def test_a_schedule_is_started_by_hand(token, schedule, thief, end):
    with at_once(lambda: end(token), when_saved=Occurrence):
        answer = thief.post(f"/api/v1/schedules/{schedule.pk}/run-now/")

    assert answer.status_code == 201
    assert is_ended(token)
    assert is_paused(schedule)
    assert Run.objects.get().state == "cancelled"


@pytest.mark.parametrize("end", ENDS)
def test_a_schedule_is_due(token, schedule, end):
    with at_once(lambda: end(token), when_saved=Schedule):
        due.tend(schedule.next_at)

    assert is_ended(token)
    assert is_paused(schedule)
    assert Run.objects.get().state == "cancelled"


@pytest.mark.parametrize("end", ENDS)
def test_a_run_ends_that_a_webhook_is_told_of(token, end):
    WebhookFactory(owner=token.user, address_by=token.pk)
    run = RunFactory(owner=token.user, running=True, tokens=[str(token.pk)])

    with at_once(lambda: end(token), when_saved=Event):
        lifecycle.fail(run.pk, attempt=run.attempt, failure=failure("internal_error"))

    assert is_ended(token)
    run.refresh_from_db()
    assert run.state == "failed"
