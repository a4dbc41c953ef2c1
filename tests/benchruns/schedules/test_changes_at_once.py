"""Changes of one schedule, or of one user's, at the same time: the second sees the first."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from benchruns.errors import NotAllowed
from benchruns.models import Run, Schedule
from benchruns.schedules import changes, due
from benchruns.schedules.stored import request_of
from tests.locks import at_once
from tests.schedule_factories import ScheduleFactory

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.both_databases,
    pytest.mark.skipif(connection.vendor == "sqlite", reason="writes one at a time"),
]


def test_neither_change_is_lost():
    schedule = ScheduleFactory()
    end = timezone.now() + timedelta(days=9)
    client = APIClient()
    client.force_authenticate(schedule.owner)

    def patch() -> None:
        given = {"every_seconds": 120}
        answer = client.patch(f"/api/v1/schedules/{schedule.pk}/", given, format="json")
        assert answer.status_code == 200

    with at_once(patch, when_saved=Schedule):
        changes.change(
            schedule,
            by=schedule.owner,
            rhythm=replace(changes.rhythm_of(schedule), ends_at=end),
        )

    schedule.refresh_from_db()
    assert (schedule.every_seconds, schedule.ends_at) == (120, end)


def test_what_is_started_by_hand_is_what_it_does_now():
    schedule = ScheduleFactory()
    other = replace(request_of(schedule), workload="oltp_read_only")

    with at_once(lambda: due.run_now(schedule), when_saved=Schedule):
        changes.change(schedule, by=schedule.owner, request=other)

    assert Run.objects.get().workload == "oltp_read_only"


def test_one_too_many_is_refused(monkeypatch):
    monkeypatch.setattr(changes, "MOST_OF_A_USER", 2)
    schedule = ScheduleFactory()
    given = {
        "owner": schedule.owner,
        "request": request_of(schedule),
        "rhythm": changes.rhythm_of(schedule),
    }

    def make_another() -> None:
        with pytest.raises(NotAllowed):
            changes.create(name="third", **given)

    with at_once(make_another, when_saved=Schedule):
        changes.create(name="second", **given)

    assert Schedule.objects.filter(owner=schedule.owner).count() == 2
