"""Two workers that look at schedules at once, as after the restart of one."""

import threading
from datetime import timedelta

import pytest
from django.db import connection

from benchruns.models import Run
from benchruns.schedules import due
from tests import waiting
from tests.factories import NOON
from tests.schedule_factories import ScheduleFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

AT_ONCE = 4


def test_each_time_is_started_once_and_what_was_missed_is_told_once():
    schedules = [ScheduleFactory() for _each in range(3)]
    now = NOON + timedelta(minutes=5, seconds=10)
    ready = threading.Barrier(AT_ONCE)

    def look() -> None:
        try:
            ready.wait()
            due.tend(now)
        finally:
            connection.close()

    threads = [threading.Thread(target=look) for _each in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        waiting.for_thread(thread)

    assert Run.objects.count() == len(schedules)
    for schedule in schedules:
        states = schedule.occurrences.values_list("state", "count")
        assert sorted(states) == [("missed", 4), ("started", 1)]
