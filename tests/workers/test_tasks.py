"""Messages: as many as there is work to wake, however long the workers are busy."""

import base64
import json
from datetime import timedelta

import pytest
import redis
from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone

from benchruns.endpoints import registration
from benchruns.models import Check, Endpoint
from portal.actions import webhooks as actions
from tests.factories import (
    CheckFactory,
    DataSetFactory,
    EndpointFactory,
    GeneratorFactory,
    RunFactory,
)
from tests.schedule_factories import ScheduleFactory
from tests.targets import endpoint_of, queue
from tests.webhook_factories import DeliveryFactory, WebhookFactory
from tests.workers.runs.whole_runs import nobody_stops
from workers import tasks, webhooks
from workers.runs import cleaner, data_sets, execution

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]

LATER = timezone.now() + timedelta(hours=1)


@pytest.fixture
def broker(redis_url):
    with redis.Redis.from_url(redis_url) as client:
        client.flushdb()
        yield client
        client.flushdb()


def test_announcements_do_not_pile_up_while_no_worker_takes_them(broker):
    RunFactory()
    RunFactory()

    for _ in range(5):
        tasks.tend()

    assert broker.llen("runs") == 2


def test_who_asks_for_labels_is_announced_to_an_idle_generator_that_has_them(broker):
    for name, rack in (("one", "4"), ("two", "5"), ("three", "5")):
        GeneratorFactory(name=name, labels={"rack": rack})
    RunFactory(running=True, lease_owner="two", lease_expires_at=LATER)
    run = RunFactory(generator_labels={"rack": "5"})

    for _ in range(3):
        tasks.tend()

    (message,) = broker.lrange("runs.three", 0, -1)
    assert str(run.pk) in json.loads(message)["headers"]["argsrepr"]
    assert broker.keys("runs*") == [b"runs.three"]


def test_a_run_is_announced_to_an_idle_generator_with_its_tool(broker):
    GeneratorFactory(name="without", tools={"sysbench": "1.0.20"})
    GeneratorFactory(name="with")
    RunFactory(workload="pgbench_read_only")

    tasks.tend()

    assert broker.keys("runs*") == [b"runs.with"]


def test_a_closed_account_has_nothing_begun_and_what_it_has_ends(broker):
    run, schedule = RunFactory(), ScheduleFactory()
    User.objects.update(is_active=False)

    tasks.tend()

    run.refresh_from_db()
    schedule.refresh_from_db()
    assert (run.state, schedule.paused_for) == ("cancelled", "account_closed")
    assert broker.keys("runs*") == []


def test_leftovers_are_dropped_from_where_the_endpoints_runs_are_made(broker):
    GeneratorFactory(name="one", labels={"rack": "4"})
    endpoint = endpoint_with_leftovers()
    Endpoint.objects.filter(pk=endpoint.pk).update(generator_labels={"rack": "4"})

    tasks.tend_leftovers()

    assert broker.keys("runs*") == [b"runs.one"]


def test_a_check_whose_message_was_lost_is_announced_again(broker):
    lost = CheckFactory()
    Check.objects.filter(pk=lost.pk).update(
        requested_at=timezone.now() - timedelta(seconds=settings.CHECK_LIMIT_SECONDS)
    )
    CheckFactory()  # somebody may be at work on it

    tasks.tend()

    (message,) = broker.lrange("control", 0, -1)
    assert str(lost.pk) in json.loads(message)["headers"]["argsrepr"]


def test_however_often_a_webhook_is_tried_one_message_waits_and_none_among_the_regular(
    broker,
):
    webhook = WebhookFactory()

    for _ in range(5):
        actions.test(webhook)
    assert (broker.llen("webhooks"), broker.llen("tend")) == (1, 0)

    broker.delete("webhooks")  # a worker takes it
    tasks.deliver()
    assert broker.llen("webhooks") == 0  # its receiver is away: nothing is due

    actions.test(webhook)
    assert broker.llen("webhooks") == 1


def test_a_look_that_leaves_something_wakes_the_next_one(broker, monkeypatch):
    monkeypatch.setattr(webhooks, "MOST_TURNS", 1)
    monkeypatch.setattr(webhooks, "BEGIN_SECONDS", 0)
    for _ in range(2):
        DeliveryFactory()

    tasks.deliver()
    assert broker.llen("webhooks") == 1

    broker.delete("webhooks")
    tasks.deliver()
    assert broker.llen("webhooks") == 0


def test_beats_looks_at_webhooks_are_no_regular_work(settings):
    assert settings.CELERY_TASK_ROUTES["benchbook.deliver"] == {"queue": "webhooks"}


def test_a_run_that_stays_where_it_is_announces_nothing(broker, mariadb_target):
    first = queue(endpoint_of(mariadb_target))
    second = queue(endpoint_of(mariadb_target))

    tasks.run(str(second.id))
    assert broker.llen("runs") == 0

    tasks.run(str(first.id))
    assert broker.llen("runs") == 1


def test_a_check_answers_and_leaves_the_dropping_to_another_task(
    broker, mariadb_target
):
    endpoint = endpoint_of(mariadb_target)
    server = registration.server_of(endpoint, address=mariadb_target.address)
    run = RunFactory(endpoint=endpoint, failed=True)
    left = data_sets.create(
        mariadb_target,
        run,
        server,
        ["sbtest1"],
        owns_workspace=True,
        go_on=nobody_stops,
    )
    check = endpoint.checks.create()

    tasks.check(str(check.pk))

    check.refresh_from_db()
    left.refresh_from_db()
    assert check.ok
    assert left.dropped_at is None
    assert broker.llen("runs") == 1

    tasks.drop_leftovers(str(endpoint.pk))
    left.refresh_from_db()
    assert left.dropped_at is not None


def test_leftovers_of_idle_servers_are_tried_again_now_and_then(broker):
    endpoint = endpoint_with_leftovers()
    busy = endpoint_with_leftovers()
    RunFactory(running=True, server=busy.server)

    tasks.tend_leftovers()

    assert broker.llen("runs") == 1
    message = broker.lindex("runs", 0)
    body = base64.b64decode(json.loads(message)["body"])
    assert str(endpoint.pk) in body.decode()


def test_what_nobody_needs_any_more_is_dropped_at_the_next_beat(broker):
    endpoint_with_leftovers()
    endpoint_with_leftovers(drop_code="server_gone")

    for _ in range(3):
        tasks.tend()

    assert broker.llen("runs") == 1


def endpoint_with_leftovers(**changes):
    """An endpoint whose server holds a data set."""
    endpoint = EndpointFactory(checked=True)
    DataSetFactory(
        endpoint=endpoint, server=endpoint.server, database="shop", **changes
    )
    return endpoint


def test_a_check_is_ended_before_it_is_given_up(settings):
    limits = (tasks.check.soft_time_limit, tasks.check.time_limit)

    assert 0 < limits[0] < limits[1] < settings.CHECK_PATIENCE_SECONDS


# Soft and hard, in seconds: a task that is not here has none, and may hold a worker for ever.
TASK_LIMITS = {
    "benchbook.run": (None, 262_800),
    "benchbook.check": (20, 30),
    "benchbook.tend": (None, 60),
    "benchbook.tend_leftovers": (None, 60),
    "benchbook.drop_leftovers": (None, 180),
    "benchbook.watch": (300, 310),
    "benchbook.notify": (200, 210),
    "benchbook.deliver": (100, 110),
}


def test_the_regular_work_waits_for_nobody_outside(settings):
    """Mail servers, receivers of webhooks, load and checks have queues of others."""
    routes = settings.CELERY_TASK_ROUTES

    regular = {task for task, to in routes.items() if to["queue"] == "tend"}
    assert regular == {"benchbook.tend", "benchbook.tend_leftovers", "benchbook.watch"}
    assert set(TASK_LIMITS) - set(routes) == {"benchbook.check"}  # the default queue


def test_each_task_has_a_limit_in_time():
    limits = {
        name: (task.soft_time_limit, task.time_limit)
        for name, task in tasks.run.app.tasks.items()
        if not name.startswith("celery.")
    }

    assert limits == TASK_LIMITS
    assert all(hard for _soft, hard in limits.values())


def test_no_limit_comes_before_what_a_task_ends_by_itself(settings):
    day = execution.PREPARE_LIMIT_SECONDS
    assert tasks.run.time_limit >= 3 * day
    assert tasks.drop_leftovers.time_limit > cleaner.MOST_SECONDS
    assert tasks.tend.time_limit > settings.TEND_SECONDS
