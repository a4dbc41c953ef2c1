"""A server that falls silent when data is to be dropped: nobody waits for it for long."""

from dataclasses import replace

import pytest

from benchruns.endpoints import registration
from benchruns.models import Check, DataSet, Run
from benchruns.runs import lifecycle
from benchruns.sentences.failures.table import drop_error
from benchruns.vocabulary import RunState
from tests import waiting
from tests.factories import RunFactory
from tests.sentences import of_event
from tests.slow_way import silent_way
from tests.targets import endpoint_of, queue
from tests.workers.runs.whole_runs import carry_out, drop_now, in_background
from workers.connecting.target import Target
from workers.runs import cleaner, data_sets, execution, preparation

pytestmark = [
    pytest.mark.engine,
    pytest.mark.engines_in_turn,
    pytest.mark.django_db(transaction=True),
]

DROPS = {"mariadb": b"DROP DATABASE", "postgres": b"DROP SCHEMA"}


@pytest.fixture(params=DROPS)
def target(request) -> Target:
    """One that does everything but drop."""
    # in plain, so that the way sees what is said
    true = replace(request.getfixturevalue(f"{request.param}_target"), tls="disable")
    with silent_way(true, at=DROPS[request.param]) as silent:
        yield silent
        for left in DataSet.objects.filter(dropped_at=None, endpoint__port=silent.port):
            drop_now(replace(true, database=left.database), left)


def left_on(target: Target) -> DataSet:
    """The data set of a run that could not drop it."""
    endpoint = endpoint_of(target)
    return data_sets.create(
        target,
        RunFactory(endpoint=endpoint, failed=True),
        registration.server_of(endpoint, address=target.address),
        ["sbtest1"],
        owns_workspace=True,
        go_on=lambda: None,
    )


def leftover_of(run: Run) -> str:
    return of_event(run.events.get(code="leftover"))


def test_a_run_ends_with_its_figures_and_the_next_one_starts(
    target, mariadb_target, monkeypatch
):
    monkeypatch.setattr(preparation, "CLEANUP_SECONDS", 1)
    first, next_one = queue(endpoint_of(target)), queue(endpoint_of(mariadb_target))

    first, next_one = carry_out(first), carry_out(next_one)

    assert (first.state, next_one.state) == (RunState.SUCCEEDED, RunState.SUCCEEDED)
    assert "still dropping" in leftover_of(first)


def test_a_cancel_ends_the_waiting(target):
    run = queue(endpoint_of(target))
    with in_background(run):
        waiting.for_phase(run, "cleanup")
        lifecycle.request_cancel(run.id)
        waiting.for_end(run)

    assert run.state == RunState.CANCELLED
    assert "still dropping" in leftover_of(run)


def test_a_cancelled_run_waits_for_the_drop_no_longer_than_any_other(
    target, monkeypatch
):
    monkeypatch.setattr(preparation, "CLEANUP_SECONDS", 1)
    run = queue(endpoint_of(target), duration_seconds=600)
    with in_background(run):
        waiting.for_phase(run, "measure")
        lifecycle.request_cancel(run.id)
        waiting.for_end(run)

    assert run.state == RunState.CANCELLED
    assert "still dropping" in leftover_of(run)


def test_no_run_is_measured_while_the_server_may_still_drop(target, monkeypatch):
    monkeypatch.setattr(execution, "LEFTOVERS_SECONDS", 1)
    left = left_on(target)

    run = carry_out(queue(left.endpoint))

    assert (run.state, run.failure_code) == (RunState.FAILED, "drop_unfinished")
    assert not DataSet.objects.filter(run=run).exists()


def test_leftovers_of_one_endpoint_are_waited_for_together(target, monkeypatch):
    monkeypatch.setattr(cleaner, "MOST_SECONDS", 1)
    first = left_on(target)
    DataSet.objects.create(
        endpoint=first.endpoint,
        server=first.server,
        database=first.database,
        workspace="benchbook_00",
        owns_workspace=True,
    )

    cleaner.clean(first.endpoint_id)

    codes = set(DataSet.objects.values_list("drop_code", flat=True))
    assert codes == {"drop_unfinished"}


def test_the_cleaner_makes_way_for_a_run(target, mariadb_target, monkeypatch):
    monkeypatch.setattr(cleaner, "ALONE_SECONDS", 0)
    left = left_on(target)
    queue(endpoint_of(mariadb_target))

    cleaner.clean(left.endpoint_id)

    left.refresh_from_db()
    assert "still dropping" in drop_error(left)


def test_checks_do_not_send_workers_to_a_silent_server_again_and_again(
    target, monkeypatch
):
    monkeypatch.setattr(cleaner, "MOST_SECONDS", 1)
    left = left_on(target)
    check = Check.objects.create(endpoint=left.endpoint)
    assert data_sets.endpoints_to_clean(check_id=check.pk) == [left.endpoint_id]

    cleaner.clean(left.endpoint_id)

    assert data_sets.endpoints_to_clean(check_id=check.pk) == []
    monkeypatch.setattr(data_sets, "SILENCE_SECONDS", 0)
    assert data_sets.endpoints_to_clean(check_id=check.pk) == [left.endpoint_id]
