"""Which times of a schedule go, and which stay."""

from datetime import timedelta

import pytest
import time_machine

from benchruns.models import Occurrence
from benchruns.schedules import due, old_times
from tests.factories import NOON
from tests.schedule_factories import OccurrenceFactory, ScheduleFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
OLD, NEW = NOON - timedelta(days=31), NOON - timedelta(days=29)


@pytest.fixture
def schedule():
    return ScheduleFactory(paused=True)


@time_machine.travel(NOON, tick=False)
def test_after_a_month_what_started_nothing_goes(schedule):
    states = ("skipped", "refused", "succeeded", "failed", "cancelled", "missed")
    for n, state in enumerate(states):
        for at in (OLD, NEW):
            OccurrenceFactory(
                schedule=schedule, state=state, due_at=at + timedelta(minutes=n)
            )

    due.tend()

    left = Occurrence.objects.values_list("state", flat=True)
    old = left.filter(at__lt=NOON - timedelta(days=30))
    assert sorted(old) == ["cancelled", "failed", "missed", "succeeded"]
    assert sorted(left.filter(at__gte=NEW)) == sorted(states)


@time_machine.travel(NOON, tick=False)
def test_a_look_removes_the_oldest_and_the_next_one_goes_on(schedule):
    for n in range(3):
        OccurrenceFactory(
            schedule=schedule, state="skipped", due_at=OLD + timedelta(minutes=n)
        )
    left = Occurrence.objects.order_by("due_at").values_list("due_at", flat=True)

    old_times.remove(batch=2)
    after_one = list(left.all())
    old_times.remove(batch=2)

    assert after_one == [OLD + timedelta(minutes=2)]
    assert not left.exists()
