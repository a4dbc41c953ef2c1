"""Staff stop all load: tools die, servers are left alone, and all goes on when it is lifted."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from benchruns.emergency import stop
from benchruns.models import Check, DataSet
from benchruns.runs import lifecycle
from benchruns.sentences.failures.table import why_failed
from benchruns.vocabulary import Outcome, RunState
from tests import waiting
from tests.factories import DataSetFactory, EndpointFactory, ServerFactory
from tests.sentences import of_events
from tests.stack import tools
from tests.targets import change, endpoint_of, queue
from tests.workers.probes.rogue_servers import rogue_server
from tests.workers.runs.standing import a_way, standing, tools_of
from tests.workers.runs.whole_runs import carry_out, in_background
from workers import checker, tend
from workers.connecting import contact
from workers.connecting.target import Target
from workers.runs import cleaner, executor
from workers.tools import connections

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]

REASON = "The storage of provider A burns."
ENDED = f"Ended by an emergency stop of all load: {REASON}"
LITTLE = {"table_size": 2_000, "duration_seconds": 1}


@pytest.fixture(params=["mariadb", "postgres"])
def target(request) -> Target:
    return request.getfixturevalue(f"{request.param}_target")


@pytest.mark.cases_in_turn
def test_a_tool_under_load_dies_and_its_run_waits_until_the_stop_is_lifted(target):
    run = queue(endpoint_of(target), duration_seconds=waiting.ENDLESS_SECONDS)
    with in_background(run) as worker:
        waiting.for_phase(run, "measure", samples=1)
        assert tools(target)

        stop.stop_all(by=None, reason=REASON)
        waiting.until(lambda: not tools(target), what="the end of the tool")
        waiting.for_thread(worker)

    assert not executor.execute(run.id)  # a message that comes meanwhile
    run.refresh_from_db()
    assert (run.state, run.attempt) == (RunState.QUEUED, 1)
    assert of_events(run)[-1] == ENDED

    stop.lift(by=None)
    change(run, **LITTLE)
    assert carry_out(run).state == RunState.SUCCEEDED, why_failed(run)
    outcomes = list(run.attempts.values_list("outcome", flat=True))
    assert outcomes == [Outcome.LOST, Outcome.SUCCEEDED]
    assert not DataSet.objects.filter(dropped_at__isnull=True).exists()


@pytest.mark.cases_in_turn
@pytest.mark.parametrize(
    ("workload", "phase"),
    [
        ("oltp_read_write", "prepare"),
        ("oltp_read_write", "warmup"),
        ("pgbench_read_write", "prepare"),
        ("pgbench_read_write", "measure"),
        ("tpcc", "prepare"),
        pytest.param("tpcc", "measure", marks=pytest.mark.long),
    ],
)
def test_every_tool_dies_in_every_phase(postgres_target, workload, phase):
    with a_way(postgres_target) as way, standing(phase, way, workload) as run:
        stop.stop_all(by=None, reason=REASON)
        waiting.until(lambda: not tools_of(way.target), what="the end of the tool")
        waiting.until(run.events.filter(code="stopped").exists, what="its way back")

    run.refresh_from_db()
    assert run.state == RunState.QUEUED


def test_a_run_that_waits_for_a_silent_server_is_stopped_too():
    with rogue_server("postgresql", "silence") as server:
        run = queue(endpoint_of(server.target))
        with in_background(run) as worker:
            waiting.for_phase(run, "preflight")
            stop.stop_all(by=None, reason=REASON)
            waiting.for_thread(worker)

    run.refresh_from_db()
    assert run.state == RunState.QUEUED
    assert of_events(run)[-1] == ENDED


def test_who_cancels_a_run_that_is_being_stopped_has_it_cancelled(mariadb_target):
    run = queue(endpoint_of(mariadb_target), duration_seconds=waiting.ENDLESS_SECONDS)
    with in_background(run):
        waiting.for_phase(run, "measure", samples=1)
        lifecycle.request_cancel(run.id)
        stop.stop_all(by=None, reason=REASON)

    run.refresh_from_db()
    assert run.state == RunState.CANCELLED


def test_under_a_stop_no_name_is_looked_up_and_no_run_fails_for_it(mariadb_target):
    run = queue(endpoint_of(mariadb_target, host="no-such-host.invalid"))
    stop.stop_all(by=None, reason=REASON)

    assert not executor.execute(run.id)

    run.refresh_from_db()
    assert run.state == RunState.QUEUED


@pytest.mark.cases_in_turn
def test_a_check_waits_for_the_end_of_a_stop(target):
    check = endpoint_of(target).checks.create()
    stop.stop_all(by=None, reason=REASON)

    checker.perform(check.pk)
    check.refresh_from_db()
    assert check.finished_at is None

    stop.lift(by=None)
    checker.perform(check.pk)
    check.refresh_from_db()
    assert check.ok


def test_a_check_that_has_begun_is_broken_off_and_waits(monkeypatch):
    def reached(endpoint):
        """As when staff stop all after the check's first look."""
        stop.stop_all(by=None, reason=REASON)
        return target_of(endpoint)

    target_of = contact.target_of
    monkeypatch.setattr(contact, "target_of", reached)
    with rogue_server("postgresql", "silence") as server:
        check = endpoint_of(server.target).checks.create()
        checker.perform(check.pk)

    check.refresh_from_db()
    assert check.finished_at is None


def test_a_tool_that_a_check_tries_is_ended_too(mariadb_target, monkeypatch):
    def stopped(*args, **options):
        stop.stop_all(by=None, reason=REASON)
        return failures(*args, **options)

    failures = connections.failures
    monkeypatch.setattr(connections, "failures", stopped)
    monkeypatch.setattr("workers.emergency.LOOK_SECONDS", 0)
    check = endpoint_of(mariadb_target).checks.create()

    checker.perform(check.pk)

    check.refresh_from_db()
    assert check.finished_at is None


def test_a_check_that_waits_for_the_end_of_a_stop_is_not_given_up(db):
    long_ago = timedelta(seconds=settings.CHECK_PATIENCE_SECONDS + 1)
    check = EndpointFactory().checks.create()
    Check.objects.update(requested_at=timezone.now() - long_ago)

    stop.stop_all(by=None, reason=REASON)
    tend.tend()
    stop.lift(by=None)
    tend.tend()

    check.refresh_from_db()
    assert check.finished_at is None


def test_nothing_is_dropped_under_a_stop(mariadb_target, monkeypatch):
    endpoint = endpoint_of(mariadb_target)
    left = DataSetFactory(endpoint=endpoint, server=ServerFactory(), database="shop")
    stop.stop_all(by=None, reason=REASON)
    monkeypatch.setattr("workers.probes.connect", pytest.fail)

    cleaner.clean(endpoint.pk)

    left.refresh_from_db()
    assert (left.dropped_at, left.drop_code) == (None, "")
