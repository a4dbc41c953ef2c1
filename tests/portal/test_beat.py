"""What beat sends regularly, whatever becomes of the machine's clock."""

from datetime import timedelta

import pytest
import time_machine
from celery.beat import Service
from django.core.cache import cache
from django.utils import timezone
from django_celery_beat.models import PeriodicTask

from portal.beat import TURN, WAIT_SECONDS
from portal.celery import app
from tests.beat_rows import BeatRows

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nobody_s_turn(redis_url):
    cache.delete(TURN)


@pytest.fixture
def scheduler(monkeypatch):
    return made_as_by_beat(monkeypatch)


@pytest.fixture
def second(monkeypatch):
    return made_as_by_beat(monkeypatch)


def made_as_by_beat(monkeypatch):
    """What it sends is its ``sent``."""
    service = Service(app=app, scheduler_cls=app.conf.beat_scheduler)
    made = service.get_scheduler()
    made._finalize.cancel()  # at the tests' end there is no database to write to
    monkeypatch.setitem(vars(made), "producer", None)  # of messages: none is sent
    made.sent = []
    monkeypatch.setattr(
        made, "apply_entry", lambda entry, producer=None: made.sent.append(entry.task)
    )
    return made


def send_all(scheduler):
    """All that is due: a look that sent something asks for the next one at once."""
    scheduler.sent.clear()
    while scheduler.tick() == 0:
        pass
    return set(scheduler.sent)


@pytest.mark.parametrize("step", [timedelta(hours=1), timedelta(days=400)])
def test_tending_goes_on_when_the_clock_is_set_back(scheduler, step):
    now = timezone.now() + timedelta(minutes=1)
    with time_machine.travel(now + step, tick=False):
        assert "benchbook.tend" in send_all(scheduler)

    with time_machine.travel(now, tick=False):
        assert "benchbook.tend" in send_all(scheduler)
        assert "benchbook.tend" not in send_all(scheduler)


def test_a_task_waits_for_its_turn(scheduler):
    now = timezone.now() + timedelta(minutes=1)
    with time_machine.travel(now, tick=False):
        send_all(scheduler)
    with time_machine.travel(now + timedelta(seconds=21), tick=False):
        sent = send_all(scheduler)

    assert {"benchbook.tend", "benchbook.notify"} <= sent
    assert "benchbook.watch" not in sent


def test_of_two_beats_one_acts_until_it_is_silent(scheduler, second):
    with time_machine.travel(timezone.now() + timedelta(minutes=1), tick=False):
        assert "benchbook.tend" in send_all(scheduler)
        assert second.tick() == WAIT_SECONDS
        assert second.sent == []

        cache.delete(TURN)  # as its time does that runs out

        assert "benchbook.tend" in send_all(second)
        assert scheduler.tick() == WAIT_SECONDS


def test_a_beat_that_is_stopped_gives_its_turn_back(scheduler, second):
    with time_machine.travel(timezone.now() + timedelta(minutes=1), tick=False):
        send_all(scheduler)

        scheduler.close()

        assert "benchbook.tend" in send_all(second)


def test_one_that_outlives_a_test_finds_its_tasks_in_the_next(scheduler):
    known, rows = set(scheduler.schedule), BeatRows()
    rows.keep()
    PeriodicTask.objects.all().delete()

    rows.give_back()

    assert "benchbook.tend" in {
        task.task for task in scheduler.all_as_schedule().values()
    }
    assert set(scheduler.all_as_schedule()) == known
