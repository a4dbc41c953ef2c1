"""Kept data sets on real servers: verified, used again, and only by whom they are for."""

from contextlib import contextmanager

import pytest

from benchruns.endpoints import changes as endpoint_changes
from benchruns.endpoints import consents
from benchruns.engines import FAMILIES
from benchruns.failures.diagnosis import diagnose_error
from benchruns.failures.failure import BenchbookError
from benchruns.models import DataSet, Endpoint, Output, Run
from benchruns.runs import kept_data, schedule
from benchruns.sentences.failures.table import why_failed
from benchruns.vocabulary import RunState
from tests import waiting
from tests.factories import FAR_AHEAD, EndpointFactory
from tests.sentences import of_event
from tests.targets import GENTLE, SHORT, endpoint_of, queue
from tests.workers import accounts, situations
from tests.workers.runs.climbing import climb
from tests.workers.runs.whole_runs import carry_out, drop_now, in_background, workspaces
from workers import probes
from workers.connecting import contact
from workers.connecting.target import Target
from workers.engines.probe import Probe
from workers.runs import cleaner, data_sets

pytestmark = [
    pytest.mark.engine,
    pytest.mark.engines_in_turn,
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture(params=["mariadb", "postgres"])
def target(request) -> Target:
    """Either server, for what they do differently."""
    return request.getfixturevalue(f"{request.param}_target")


@pytest.fixture(autouse=True)
def _tidy():
    """Drop what a test keeps."""
    yield
    for data_set in DataSet.objects.filter(dropped_at__isnull=True):
        drop_now(contact.target_of(data_set.endpoint), data_set)


def keep(endpoint: Endpoint, **parameters) -> Run:
    """A short run that keeps its data, carried out."""
    run = schedule.schedule(
        owner=endpoint.owner,
        endpoint=endpoint,
        workload="oltp_read_write",
        parameters=SHORT | GENTLE | parameters,
        keeps_data_set=True,
    )
    return carry_out(run)


def test_kept_data_is_used_again_by_runs_that_keep_data_alone(target):
    endpoint = endpoint_of(target)
    first = keep(endpoint)
    again = keep(endpoint, threads=1)
    plain = carry_out(queue(endpoint))

    assert again.data_set == first.data_set
    assert plain.data_set != first.data_set
    assert {run.state for run in (first, again, plain)} == {RunState.SUCCEEDED}
    assert not Output.objects.filter(attempt__run=again, phase="prepare").exists()
    message = of_event(again.events.get(code="data_used"))
    assert first.data_set.workspace in message
    assert "4,000 rows" in message
    assert workspaces(target) == {first.data_set.workspace}


@pytest.mark.long
@pytest.mark.cases_in_turn
@pytest.mark.parametrize(
    ("server", "statement"),
    [
        ("mariadb", "DELETE FROM {space}.sbtest1 WHERE id < 10"),
        ("postgres", "DROP TABLE {space}.sbtest1"),
        ("mariadb", "DROP DATABASE {space}"),
        ("postgres", "DROP SCHEMA {space} CASCADE"),
    ],
)
def test_data_that_somebody_spoilt_is_dropped_and_loaded_anew(
    request, server, statement
):
    target = request.getfixturevalue(f"{server}_target")
    endpoint = endpoint_of(target)
    spoilt = keep(endpoint).data_set
    accounts.execute(target, statement.format(space=spoilt.workspace))

    run = keep(endpoint)

    assert run.state == RunState.SUCCEEDED, why_failed(run)
    assert run.data_set != spoilt
    spoilt.refresh_from_db()
    assert spoilt.dropped_at is not None
    assert "cannot be used again" in of_event(run.events.get(code="data_unusable"))
    assert workspaces(target) == {run.data_set.workspace}


def test_data_that_somebody_drops_in_mid_run_is_told_as_that(mariadb_target):
    run = queue(endpoint_of(mariadb_target), duration_seconds=waiting.ENDLESS_SECONDS)
    with in_background(run):
        waiting.for_phase(run, "measure", samples=1)
        space = run.data_sets.get().workspace
        accounts.execute(mariadb_target, f"DROP DATABASE {space}")

    run.refresh_from_db()
    assert (run.state, run.failure_code) == (RunState.FAILED, "data_gone")
    assert "sbtest" in run.failure_detail


@pytest.mark.long
def test_users_of_one_server_and_other_sizes_never_share_data(mariadb_target):
    mine, theirs = endpoint_of(mariadb_target), endpoint_of(mariadb_target)
    assert mine.owner != theirs.owner

    first, second = keep(mine), keep(theirs)
    larger = keep(mine, table_size=3_000)

    assert len({run.data_set for run in (first, second, larger)}) == 3
    assert len(workspaces(mariadb_target)) == 3
    assert kept_data.usable_by(first) == first.data_set
    assert kept_data.usable_by(second) == second.data_set


def test_a_changed_connection_neither_uses_nor_drops_what_lies_elsewhere(
    postgres_target,
):
    endpoint = endpoint_of(postgres_target)
    before = keep(endpoint).data_set
    with other_database(postgres_target) as name:
        Endpoint.objects.update(database=name)
        elsewhere = keep(endpoint)
        assert elsewhere.state == RunState.SUCCEEDED
        assert elsewhere.data_set != before
        drop_now(postgres_target, elsewhere.data_set)

    Endpoint.objects.update(database=postgres_target.database)

    assert keep(endpoint).data_set == before


def test_a_requested_drop_is_done_at_the_next_contact(mariadb_target):
    target = mariadb_target
    endpoint = endpoint_of(target)
    data_set = keep(endpoint).data_set
    cleaner.clean(endpoint.pk)
    assert workspaces(target) == {data_set.workspace}

    kept_data.request_drop(data_set.pk)

    assert data_sets.endpoints_to_clean(is_untried=True) == [endpoint.pk]
    cleaner.clean(endpoint.pk)
    assert workspaces(target) == set()


def test_a_run_that_fails_in_prepare_keeps_nothing(mariadb_target, monkeypatch):
    def short_of_rows(*_args, **_options) -> int:
        return 17

    monkeypatch.setattr(Probe, "row_count", short_of_rows)
    run = keep(endpoint_of(mariadb_target))

    assert (run.state, run.failure_code) == (RunState.FAILED, "data_missing")
    data_set = DataSet.objects.get()
    assert not data_set.is_ready
    assert data_set.dropped_at is not None
    assert workspaces(mariadb_target) == set()


@pytest.mark.long
def test_a_fault_that_may_pass_costs_no_data(mariadb_target, monkeypatch):
    endpoint = endpoint_of(mariadb_target)
    kept = keep(endpoint).data_set

    for error, code in (
        ((2013, "Lost connection"), "server_gone"),
        ((1317, "Query execution was interrupted"), "statement_killed"),
        ((9999, "Something else"), "data_unverified"),
    ):
        with monkeypatch.context() as fault:
            fault.setattr(Probe, "row_count", raising(*error))
            run = keep(endpoint)

        assert (run.state, run.failure_code) == (RunState.FAILED, code)
        assert kept_data.usable_by(run) == kept
        assert workspaces(mariadb_target) == {kept.workspace}
    assert "It stays as it is" in why_failed(run)
    assert "Something else" in run.failure_detail


@pytest.mark.long
def test_damaged_data_is_loaded_anew(mariadb_target, monkeypatch):
    endpoint = endpoint_of(mariadb_target)
    kept = keep(endpoint).data_set
    crashed = raising(1194, "Table 'sbtest1' is marked as crashed")
    refuse_unmarked = data_sets.refuse_unmarked

    def damaged(probe, data_set) -> None:
        refuse_unmarked(probe, data_set)
        if data_set == kept:
            crashed()

    monkeypatch.setattr(data_sets, "refuse_unmarked", damaged)
    run = keep(endpoint)

    assert run.state == RunState.SUCCEEDED, why_failed(run)
    assert workspaces(mariadb_target) == {run.data_set.workspace}


def raising(code: int, text: str):
    def fail(*_args, **_options):
        raise BenchbookError(
            diagnose_error(code, text, engine_family=FAMILIES["mysql"])
        )

    return fail


@pytest.mark.long
def test_data_whose_privilege_was_taken_away_is_left_alone(postgres_target):
    target = postgres_target
    with accounts.postgres_account(
        target, f"CREATE ON DATABASE {target.database}"
    ) as account:
        endpoint = endpoint_of(account)
        kept = keep(endpoint).data_set
        schema = f"ALTER SCHEMA {kept.workspace} OWNER TO"
        accounts.execute(target, f"{schema} {target.username}")

        run = keep(endpoint)

        assert run.state == RunState.SUCCEEDED, why_failed(run)
        assert "stays" in of_event(run.events.get(code="data_unusable"))
        kept.refresh_from_db()
        assert (kept.drop_requested_at, kept.dropped_at) == (None, None)
        assert workspaces(target) == {kept.workspace, run.data_set.workspace}
        assert keep(endpoint).data_set == run.data_set

        accounts.execute(target, f"{schema} {account.username}")
        for data_set in (kept, run.data_set):
            drop_now(account, data_set)


@pytest.mark.long
def test_another_account_does_not_touch_what_the_first_one_keeps(mariadb_target):
    endpoint = endpoint_of(mariadb_target)
    first = keep(endpoint)
    with situations.confined(mariadb_target) as other:
        use(endpoint, other)
        theirs = keep(endpoint)
        assert theirs.state == RunState.SUCCEEDED, why_failed(theirs)
        assert theirs.data_set != first.data_set
        drop_now(other, theirs.data_set)

        use(endpoint, mariadb_target)
        again = keep(endpoint)

    assert again.data_set == first.data_set
    assert workspaces(mariadb_target) == {first.data_set.workspace}


def use(endpoint: Endpoint, account: Target) -> None:
    connection = {"username": account.username, "password": account.password}
    endpoint_changes.change(endpoint.pk, connection)
    consents.give(endpoint, by=endpoint.owner)
    endpoint.refresh_from_db()


# In the user's own database -----------------------------------------------------------


@contextmanager
def keeping_in(target: Target):
    """An endpoint whose account may create no database, and drops what it keeps."""
    with situations.confined(target) as confined:
        yield endpoint_of(confined)
        for data_set in DataSet.objects.filter(dropped_at__isnull=True):
            drop_now(confined, data_set)


@pytest.mark.long
def test_marked_tables_are_kept_used_again_and_dropped(target):
    with keeping_in(target) as endpoint:
        first, again = keep(endpoint), keep(endpoint)

        assert first.state == again.state == RunState.SUCCEEDED, why_failed(again)
        assert again.data_set == first.data_set
        assert again.data_set.owns_workspace is False

        kept_data.request_drop(first.data_set.pk)
        cleaner.clean(endpoint.pk)

        with probes.connect(target) as probe:
            assert probe.existing_tables(["sbtest1", "sbtest2"], workspace=None) == ()


@pytest.mark.long
def test_a_run_that_kept_tables_are_in_the_way_of_is_told_to_drop_them(mariadb_target):
    with keeping_in(mariadb_target) as endpoint:
        kept = keep(endpoint).data_set
        stranger = EndpointFactory(
            **{
                name: getattr(endpoint, name)
                for name in (
                    *("engine", "host", "port", "username", "database"),
                    "password_encrypted",
                )
            }
        )

        own = carry_out(queue(endpoint))
        other = carry_out(queue(stranger))

        assert own.failure_code == other.failure_code == "tables_exist"
        assert kept.workspace in why_failed(own)
        assert "page of data sets" in why_failed(own)
        assert "another user" in why_failed(other)
        assert kept.workspace not in why_failed(other)


@pytest.mark.long
def test_a_run_that_a_sweeps_tables_are_in_the_way_of_is_told_to_wait(mariadb_target):
    with keeping_in(mariadb_target) as endpoint:
        first, later = climb(endpoint, [1, 2])
        later.state, later.queued_at, later.not_before = "scheduled", None, FAR_AHEAD
        later.save(update_fields=["state", "queued_at", "not_before"])
        carry_out(first)

        run = carry_out(queue(endpoint))

        assert run.failure_code == "tables_exist"
        assert "when the sweep has ended" in why_failed(run)


@pytest.mark.long
def test_a_table_put_in_the_place_of_a_kept_one_is_not_touched(postgres_target):
    with keeping_in(postgres_target) as endpoint:
        keep(endpoint)
        accounts.execute(postgres_target, "DROP TABLE sbtest1")
        with situations.own_table(postgres_target, "sbtest1") as rows:
            run = keep(endpoint)

            assert (run.state, run.failure_code) == (RunState.FAILED, "tables_exist")
            assert "mark" in of_event(run.events.get(code="data_unusable"))
            assert rows() == 3


@contextmanager
def other_database(target: Target):
    name = "other_of_kept"
    accounts.execute(target, f"CREATE DATABASE {name}")
    try:
        yield name
    finally:
        accounts.execute(target, f"DROP DATABASE {name}")
