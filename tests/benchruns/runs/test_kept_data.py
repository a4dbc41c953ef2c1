"""Which data set a run may use again, and which stays on its server."""

import pytest

from benchruns.errors import NotAllowed
from benchruns.models import Attempt, DataSet, Endpoint, Run, Sweep
from benchruns.runs import kept_data, leftovers, lifecycle
from benchruns.runs.lifecycle import LeaseLost
from benchruns.workloads import WORKLOADS
from tests.factories import (
    NOON,
    DataSetFactory,
    EndpointFactory,
    RunFactory,
    ServerFactory,
    UserFactory,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def kept_by(run: Run, **changes) -> DataSet:
    """A data set that the run's like could use, but for the changes."""
    endpoint = run.endpoint
    row = {
        "endpoint": endpoint,
        "server": endpoint.server,
        "run": run,
        "database": endpoint.database,
        "workload": run.workload,
        "size": WORKLOADS[run.workload].size(run.parameters).contents,
        "is_ready": True,
        "is_kept": True,
    }
    return DataSetFactory(**(row | changes))


def keeping(**changes) -> Run:
    endpoint = EndpointFactory(server=ServerFactory())
    return RunFactory(
        endpoint=endpoint, owner=endpoint.owner, keeps_data_set=True, **changes
    )


def sweep_of(*states: str, **changes) -> list[Run]:
    """The runs of a sweep in these states."""
    endpoint = EndpointFactory(server=ServerFactory())
    sweep = Sweep.objects.create(
        owner=endpoint.owner,
        endpoint=endpoint,
        workload="oltp_read_write",
        parameters={},
        threads=[1],
        repetitions=len(states),
    )
    traits = {"queued": {}, "running": {"running": True, "server": endpoint.server}}
    return [
        RunFactory(
            endpoint=endpoint,
            owner=endpoint.owner,
            sweep=sweep,
            sweep_position=position,
            repetition=position,
            **traits.get(state, {state: True}),
            **changes,
        )
        for position, state in enumerate(states, start=1)
    ]


def test_kept_data_of_the_same_content_is_used_by_runs_that_keep_data():
    run = keeping()
    data_set = kept_by(run)
    plain = RunFactory(endpoint=run.endpoint)

    assert kept_data.usable_by(run) == data_set
    assert kept_data.usable_by(plain) is None


@pytest.mark.parametrize(
    "change",
    [
        {"is_ready": False},
        {"is_kept": False},
        {"drop_requested_at": NOON},
        {"dropped_at": NOON},
        {"workload": "oltp_legacy"},
        {"size": {"tables": 4, "table_size": 25_001}},
        {"database": "another"},
    ],
)
def test_data_that_is_not_the_same_or_not_whole_is_not_used(change):
    run = keeping()
    kept_by(run, **change)

    assert kept_data.usable_by(run) is None


def test_data_on_another_server_or_of_another_endpoint_is_not_used():
    run, other = keeping(), keeping()
    kept_by(run, server=ServerFactory())
    kept_by(run, endpoint=other.endpoint)
    # an endpoint of somebody else on the very same server
    beside = EndpointFactory(server=run.endpoint.server, owner=UserFactory())
    kept_by(run, endpoint=beside)

    assert kept_data.usable_by(run) is None


def test_the_data_of_a_sweep_is_for_its_own_runs_alone():
    first, second = sweep_of("succeeded", "queued")
    stranger = RunFactory(endpoint=first.endpoint, keeps_data_set=True)
    data_set = kept_by(first, is_kept=False)

    assert kept_data.usable_by(second) == data_set
    assert kept_data.usable_by(stranger) is None


def test_what_is_taken_is_noted_on_the_run_in_the_name_of_its_attempt():
    first, second = sweep_of("succeeded", "running")
    data_set = kept_by(first, is_kept=False)

    with pytest.raises(LeaseLost):
        kept_data.take(second, attempt=second.attempt + 1)
    assert kept_data.take(second, attempt=second.attempt) == data_set

    second.refresh_from_db()
    assert second.data_set == data_set


def test_what_a_lost_attempt_has_loaded_is_not_handed_over():
    [run] = sweep_of("running")
    data_set = kept_by(run, is_ready=False)
    attempt = run.attempts.get()
    lifecycle.lose(run.pk, attempt=attempt.number)

    with pytest.raises(LeaseLost):
        kept_data.hand_over(data_set, attempt=attempt, data_bytes=1, load_seconds=1.0)

    data_set.refresh_from_db()
    assert not data_set.is_ready


@pytest.mark.parametrize(
    ("states", "stays"),
    [
        (["running"], False),
        (["running", "queued"], True),
        (["running", "scheduled"], True),
        (["succeeded", "running"], False),
        (["running", "cancelled"], False),
    ],
)
def test_the_last_run_of_a_sweep_leaves_nothing(states, stays):
    runs = sweep_of(*states)
    running = next(run for run in runs if run.state == "running")
    data_set = kept_by(runs[0], is_kept=False)

    assert kept_data.stays_after(running, data_set) is stays


@pytest.mark.parametrize(
    ("change", "stays"),
    [
        ({}, True),
        ({"is_ready": False}, False),
        ({"drop_requested_at": NOON}, False),
        ({"is_kept": False}, False),
    ],
)
def test_kept_data_stays_unless_it_is_half_loaded_or_unwanted(change, stays):
    run = keeping(running=True)
    data_set = kept_by(run, **change)

    assert kept_data.stays_after(run, data_set) is stays
    assert DataSet.objects.filter(kept_data.STAYS).exists() is stays


def test_a_drop_is_asked_for_once_nobody_uses_the_data():
    run = keeping(succeeded=True)
    data_set = kept_by(run)

    first = kept_data.request_drop(data_set.pk)
    again = kept_data.request_drop(data_set.pk)

    assert first.drop_requested_at == again.drop_requested_at is not None
    DataSet.objects.update(dropped_at=NOON)
    with pytest.raises(NotAllowed, match="has been dropped"):
        kept_data.request_drop(data_set.pk)


def test_data_that_a_run_or_a_waiting_sweep_uses_is_not_dropped():
    loader = keeping(succeeded=True)
    used = kept_by(loader)
    RunFactory(running=True, data_set=used)
    first, _second = sweep_of("succeeded", "queued")
    awaited = kept_by(first)
    Run.objects.filter(pk=first.pk).update(data_set=awaited)

    with pytest.raises(NotAllowed, match="A run is using"):
        kept_data.request_drop(used.pk)
    with pytest.raises(NotAllowed, match="A sweep is using"):
        kept_data.request_drop(awaited.pk)


def test_what_is_kept_is_listed_for_its_owner_and_is_no_leftover():
    run = keeping(succeeded=True)
    kept, half = kept_by(run), kept_by(run, is_ready=False)

    assert list(kept_data.shown_to(run.owner)) == [kept]
    assert list(kept_data.shown_to(UserFactory(staff=True))) == [kept]
    assert not kept_data.shown_to(UserFactory()).exists()
    assert list(leftovers.left_by(run)) == [half]
    assert set(leftovers.left_on(run.endpoint)) == {kept, half}

    kept_data.request_drop(kept.pk)

    assert list(kept_data.shown_to(run.owner)) == [kept]
    assert set(leftovers.left_by(run)) == {kept, half}

    DataSet.objects.update(dropped_at=NOON)
    assert not kept_data.shown_to(run.owner).exists()


def test_what_is_shown_of_a_sweep_is_in_use_till_its_end_and_then_going():
    first, second = sweep_of("succeeded", "queued")
    awaited = kept_by(first, is_kept=False)
    Run.objects.filter(pk=first.pk).update(data_set=awaited)
    alone = kept_by(keeping(succeeded=True), is_kept=False, drop_requested_at=NOON)
    staff = UserFactory(staff=True)

    shown = list(kept_data.shown_to(staff))
    assert shown == [awaited]
    assert shown[0].is_in_use

    second.delete()
    assert not kept_data.shown_to(staff).exists()
    DataSet.objects.update(drop_requested_at=NOON)
    assert list(kept_data.shown_to(staff)) == [awaited]
    assert alone.dropped_at is None


@pytest.mark.parametrize("leads_to", [ServerFactory, lambda: None])
def test_data_that_the_endpoint_does_not_lead_to_is_elsewhere(leads_to):
    run = keeping(succeeded=True)
    data_set = kept_by(run)
    assert not kept_data.shown_to(run.owner).get().is_elsewhere
    Endpoint.objects.update(server=leads_to())

    assert kept_data.shown_to(run.owner).get().is_elsewhere
    with pytest.raises(NotAllowed, match=f"It lies on.*{data_set.workspace}"):
        kept_data.request_drop(data_set.pk)

    data_set.refresh_from_db()
    assert data_set.drop_requested_at is None


def test_data_that_another_account_has_loaded_is_left_alone():
    run = keeping(succeeded=True)
    data_set = kept_by(run)
    later = RunFactory(endpoint=run.endpoint, keeps_data_set=True)
    Attempt.objects.filter(run=run).update(reached={"username": "bench"})

    for username, expected in (("other", None), ("bench", data_set)):
        Endpoint.objects.update(username=username)
        later = Run.objects.get(pk=later.pk)
        assert kept_data.usable_by(later) == expected


def test_what_a_worker_is_about_to_drop_is_taken_by_nobody():
    first, second = sweep_of("succeeded", "running")
    data_set = kept_by(first, is_kept=False)
    attempt = second.attempts.get()
    kept_data.take(second, attempt=attempt.number)

    assert kept_data.let_go_unless_needed(data_set, attempt=attempt)

    assert kept_data.usable_by(second) is None


def test_a_lost_attempt_does_not_let_go_of_what_a_later_one_may_have_taken():
    first, second = sweep_of("succeeded", "running")
    data_set = kept_by(first, is_kept=False)
    attempt = second.attempts.get()
    lifecycle.lose(second.pk, attempt=attempt.number)

    with pytest.raises(LeaseLost):
        kept_data.let_go_unless_needed(data_set, attempt=attempt)

    data_set.refresh_from_db()
    assert data_set.drop_requested_at is None


def test_what_a_later_run_still_uses_is_no_leftover_of_the_one_that_loaded_it():
    run = keeping(succeeded=True)
    data_set = kept_by(run)
    using = RunFactory(running=True, data_set=data_set)
    kept_data.let_go(data_set, attempt=using.attempts.get())

    assert not leftovers.left_by(run).exists()
