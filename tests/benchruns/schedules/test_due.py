"""What is started when; the clock stands at noon and some minutes of 31 January 2026."""

from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine

from benchruns.emergency import stop
from benchruns.models import Notice, Occurrence, Run, Schedule
from benchruns.schedules import changes, due
from benchruns.schedules.stored import request_of
from benchruns.sentences import schedules as sentences
from tests.factories import (
    NOON,
    EndpointFactory,
    GeneratorFactory,
    RunFactory,
    UserFactory,
)
from tests.schedule_factories import LOAD, OccurrenceFactory, ScheduleFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def look(minutes, seconds=10):
    """What ``tend`` does so many minutes after noon."""
    with time_machine.travel(
        NOON + timedelta(minutes=minutes, seconds=seconds), tick=False
    ):
        due.tend()


def states(schedule):
    """In the order in which it was looked at them."""
    rows = schedule.occurrences.order_by("at", "due_at")
    return [row.state for row in rows]


def end(run, state, **changes):
    Run.objects.filter(pk=run.pk).update(
        state=state,
        queued_at=NOON,
        finished_at=NOON,
        failure_code="disk_full" if state == "failed" else "",
        **changes,
    )


def test_a_run_is_started_once_at_its_time_and_names_its_schedule():
    schedule = ScheduleFactory()

    look(0)
    assert states(schedule) == []
    look(1)
    look(1, seconds=20)

    run = Run.objects.get()
    assert run.occurrence.schedule == schedule
    assert run.occurrence.due_at == NOON + timedelta(minutes=1)
    assert (run.state, run.name, run.owner) == ("queued", schedule.name, schedule.owner)
    schedule.refresh_from_db()
    assert schedule.next_at == NOON + timedelta(minutes=2)


def test_a_sweep_is_started_with_all_its_runs():
    schedule = ScheduleFactory(sweep=True)

    look(1)

    runs = Run.objects.filter(occurrence__schedule=schedule)
    assert runs.count() == 4
    assert len(set(runs.values_list("sweep", flat=True))) == 1


def test_after_an_absence_one_run_is_started_and_what_was_missed_is_told():
    schedule = ScheduleFactory()

    look(5)

    assert Run.objects.count() == 1
    missed = schedule.occurrences.get(state="missed")
    assert (missed.count, missed.due_at, missed.until) == (
        4,
        NOON + timedelta(minutes=1),
        NOON + timedelta(minutes=4),
    )
    assert schedule.occurrences.get(state="started").due_at == NOON + timedelta(
        minutes=5
    )
    assert (
        sentences.came_of(missed) == "4 times were missed: Benchbook was not running."
    )


def test_what_is_long_past_is_not_made_up_for():
    schedule = ScheduleFactory(
        every_seconds=None, crontab="0 13 * * *", next_at=NOON + timedelta(hours=1)
    )

    look(60 * 8)

    assert not Run.objects.exists()
    assert states(schedule) == ["missed"]
    schedule.refresh_from_db()
    assert schedule.next_at == NOON + timedelta(days=1, hours=1)


def test_a_busy_server_is_left_alone_where_the_schedule_skips():
    schedule = ScheduleFactory(when_busy="skip")
    other = EndpointFactory(server=schedule.endpoint.server)
    RunFactory(running=True, endpoint=other, server=schedule.endpoint.server)

    look(1)

    assert states(schedule) == ["skipped"]
    assert "other runs" in sentences.came_of(schedule.occurrences.get())


def test_a_run_that_nobody_can_serve_makes_no_server_busy():
    GeneratorFactory(labels={"region": "here"})
    schedule = ScheduleFactory()
    on_it = EndpointFactory(server=schedule.endpoint.server)
    RunFactory(endpoint=on_it, generator_labels={"region": "nowhere"})

    look(1)

    assert states(schedule) == ["started"]


def test_one_that_skips_says_that_its_own_run_waits_and_lets_no_second_one_wait():
    GeneratorFactory(labels={"region": "here"})
    schedule = ScheduleFactory(
        request=LOAD | {"generator_labels": {"region": "nowhere"}}
    )

    look(1)
    look(2)

    assert states(schedule) == ["started", "skipped"]
    assert "its last run was still waiting" in sentences.came_of(
        schedule.occurrences.get(state="skipped")
    )


def test_after_more_than_a_week_the_last_time_is_made_up_for_all_the_same():
    schedule = ScheduleFactory(every_seconds=None, crontab="* * * * *")

    look(8 * 24 * 60)

    assert states(schedule) == ["missed", "started"]
    told = sentences.came_of(schedule.occurrences.get(state="missed"))
    assert "More than 9,999 times were missed" in told


def test_where_it_queues_one_run_of_its_own_waits_at_most():
    schedule = ScheduleFactory(when_busy="queue")
    RunFactory(endpoint=schedule.endpoint)

    look(1)
    look(2)

    assert states(schedule) == ["started", "skipped"]
    assert "still waiting" in sentences.came_of(
        schedule.occurrences.get(state="skipped")
    )


def test_nothing_is_started_while_staff_have_stopped_all_load():
    schedule = ScheduleFactory()
    stop.stop_all(by=UserFactory(staff=True), reason="A fire.")

    look(1)

    assert states(schedule) == ["skipped"]


@pytest.mark.parametrize(
    ("ended", "expected"),
    [
        (["succeeded"], "succeeded"),
        (["failed"], "failed"),
        (["cancelled"], "cancelled"),
        (["succeeded", "failed"], "failed"),
        (["succeeded", "cancelled"], "succeeded"),
    ],
)
def test_a_time_ends_as_its_runs_do_together(ended, expected):
    occurrence = OccurrenceFactory(schedule__paused=True)
    runs = [RunFactory(occurrence=occurrence) for _each in ended]
    for run, state in list(zip(runs, ended, strict=True))[:-1]:
        end(run, state)
    due.note_ended()
    occurrence.refresh_from_db()
    assert occurrence.state == "started"

    end(runs[-1], ended[-1])
    due.note_ended()

    occurrence.refresh_from_db()
    assert occurrence.state == expected


def test_failures_in_a_row_pause_it_and_its_owner_is_told(settings):
    settings.SCHEDULE_MOST_FAILURES = 3
    schedule = ScheduleFactory()

    for minute, state in enumerate(
        ["failed", "succeeded", "failed", "cancelled", "failed", "failed"], 1
    ):
        look(minute)
        end(Run.objects.get(state="queued"), state)
    look(7)

    schedule.refresh_from_db()
    assert (schedule.paused_for, schedule.next_at) == ("failures", None)
    assert Run.objects.count() == 6
    told = Notice.objects.get()
    assert told.user == schedule.owner
    assert sentences.notice(told) == (
        f"The schedule {schedule.name} paused itself: it failed too often in a row."
    )
    assert "3 times in a row" in sentences.why_paused(schedule)


@pytest.mark.parametrize("ended", ["failed", "succeeded"])
def test_a_run_of_what_it_did_before_a_change_says_nothing_of_what_it_does_now(
    settings, ended
):
    settings.SCHEDULE_MOST_FAILURES = 2
    schedule = ScheduleFactory()
    look(1)
    former = Run.objects.get()
    endpoint = EndpointFactory(owner=schedule.owner)

    changes.change(
        schedule,
        by=schedule.owner,
        request=replace(request_of(schedule), endpoint=endpoint),
    )
    due.run_now(Schedule.objects.get())
    end(Run.objects.get(endpoint=endpoint), "failed")
    due.note_ended()
    end(former, ended)
    due.note_ended()

    schedule.refresh_from_db()
    assert sorted(states(schedule)) == sorted(["failed", ended])
    assert (schedule.failed_in_row, schedule.paused_for) == (1, "")


@pytest.mark.parametrize("labels", [{}, {"note": "nightly", "tags": ["ci"]}])
def test_who_saves_the_same_request_again_forgives_no_failure(settings, labels):
    settings.SCHEDULE_MOST_FAILURES = 2
    schedule = ScheduleFactory()
    asked = request_of(schedule)
    changes.change(schedule, by=schedule.owner, request=asked)  # as it is stored
    look(1)
    end(Run.objects.get(), "failed")
    look(2)

    same = replace(request_of(schedule), labels=labels)
    changes.change(schedule, by=schedule.owner, request=same)
    end(Run.objects.get(state="queued"), "failed")
    due.note_ended()

    schedule.refresh_from_db()
    assert (schedule.failed_in_row, schedule.paused_for) == (2, "failures")


def test_what_is_refused_says_why_and_counts_as_a_failure(settings):
    settings.SCHEDULE_MOST_FAILURES = 2
    schedule = ScheduleFactory()
    schedule.endpoint.consent_at = schedule.endpoint.consent_by = None
    schedule.endpoint.save()

    look(1)
    look(2)
    look(3)

    assert states(schedule) == ["refused", "refused"]
    assert "have not confirmed" in sentences.came_of(schedule.occurrences.first())
    schedule.refresh_from_db()
    assert schedule.paused_for == "failures"
    assert not Run.objects.exists()


def test_a_schedule_whose_endpoint_is_gone_pauses_itself():
    schedule = ScheduleFactory()
    schedule.endpoint.deleted_at, schedule.endpoint.password_encrypted = NOON, ""
    schedule.endpoint.save()

    look(1)

    schedule.refresh_from_db()
    assert (schedule.paused_for, schedule.next_at) == ("endpoint_gone", None)
    assert "endpoint was deleted" in sentences.notice(Notice.objects.get())
    assert not Occurrence.objects.exists()


def test_one_that_is_at_fault_stops_no_other():
    damaged = ScheduleFactory(request=LOAD | {"parameters": 3})
    sound = ScheduleFactory()

    look(1)

    assert (states(damaged), states(sound)) == (["refused"], ["started"])
    assert "a fault of Benchbook's" in sentences.came_of(damaged.occurrences.get())


def test_those_that_are_at_fault_are_not_all_that_is_ever_looked_at(monkeypatch):
    monkeypatch.setattr(due, "MOST_AT_ONCE", 1)
    damaged = ScheduleFactory(
        request=LOAD | {"parameters": 3}, next_at=NOON, every_seconds=3600
    )
    sound = ScheduleFactory()

    look(1)
    look(1, seconds=20)

    assert (states(damaged), states(sound)) == (["refused"], ["started"])
    damaged.refresh_from_db()
    assert damaged.next_at == NOON + timedelta(hours=1)


def test_it_ends_at_its_end():
    schedule = ScheduleFactory(ends_at=NOON + timedelta(minutes=1, seconds=30))

    look(1)

    schedule.refresh_from_db()
    assert schedule.next_at is None
    assert schedule.paused_at is None


def test_run_now_is_one_more_time_whatever_else_runs_and_while_it_is_paused():
    schedule = ScheduleFactory(paused=True)
    RunFactory(endpoint=schedule.endpoint)

    occurrence = due.run_now(schedule)

    assert occurrence.is_by_hand
    assert Run.objects.filter(occurrence=occurrence).count() == 1


def test_a_request_with_nothing_left_open_starts_the_same_run():
    ScheduleFactory(request=LOAD | {"keep_data": True, "tags": ["ci"], "note": "x"})

    look(1)

    run = Run.objects.get()
    assert (run.keeps_data_set, run.tags, run.note) == (True, "ci", "x")
    assert run.parameters["table_size"] == 1000
