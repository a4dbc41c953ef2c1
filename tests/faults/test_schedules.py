"""What recurs, started by Benchbook's own processes on a real server."""

import time
from datetime import timedelta

import pytest
from django.utils import timezone

from benchruns.models import Run
from benchruns.schedules import changes
from benchruns.schedules.stored import request_of_run
from benchruns.schedules.times import Rhythm
from benchruns.vocabulary import OccurrenceState as State
from tests import waiting
from tests.factories import RunFactory
from tests.targets import endpoint_of

pytestmark = [
    pytest.mark.fault,
    pytest.mark.engine,
    pytest.mark.django_db(transaction=True),
]

SHORT = {"tables": 1, "table_size": 1000, "threads": 1, "duration_seconds": 1}
HOUR = timedelta(hours=1)
ABSENCE_SECONDS = 4 * 60


@pytest.fixture
def schedule(mariadb_target):
    """Every minute, a run of a second."""
    endpoint = endpoint_of(mariadb_target)
    run = RunFactory.build(
        owner=endpoint.owner, endpoint=endpoint, parameters=SHORT, sweep=None
    )
    return changes.create(
        owner=endpoint.owner,
        request=request_of_run(run),
        name="each minute",
        rhythm=Rhythm(every_seconds=60, starts_at=timezone.now() - HOUR),
    )


def count(schedule, state):
    return schedule.occurrences.filter(state=state).count()


@pytest.mark.long
def test_after_an_absence_one_run_is_made_and_what_was_missed_is_told(
    processes, schedule
):
    schedule.next_at = schedule.starts_at + HOUR - timedelta(minutes=3)
    schedule.save()

    waiting.until(
        lambda: count(schedule, State.SUCCEEDED) == 1, what="the run that was late"
    )

    assert schedule.occurrences.get(state=State.MISSED).count >= 3
    assert Run.objects.get().occurrence.schedule == schedule


@pytest.mark.long
def test_each_minute_three_times_and_once_after_four_minutes_without_beat(
    processes, schedule
):
    waiting.until(lambda: count(schedule, State.SUCCEEDED) == 3, what="three runs")
    assert Run.objects.count() == 3

    processes.kill("beat")
    time.sleep(ABSENCE_SECONDS)
    made = Run.objects.count()
    processes.start("beat")

    waiting.until(
        lambda: count(schedule, State.MISSED) == 1, what="the note of what was missed"
    )
    assert Run.objects.count() <= made + 1
    assert schedule.occurrences.get(state=State.MISSED).count in (2, 3, 4)
