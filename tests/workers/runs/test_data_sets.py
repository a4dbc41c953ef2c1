"""What a run left is dropped where it lies, and is not forgotten before that."""

import secrets
import time
from contextlib import contextmanager
from dataclasses import replace

import pymysql
import pytest

from benchruns import encryption as secrets_at_rest
from benchruns.endpoints import registration
from benchruns.models import DataSet, Endpoint, Run, Server
from benchruns.runs import lifecycle
from benchruns.sentences.failures.table import drop_error, why_failed
from benchruns.vocabulary import RunState
from local import ports
from tests import waiting
from tests.factories import RunFactory
from tests.targets import endpoint_of, queue
from tests.workers import situations
from tests.workers.accounts import execute
from tests.workers.runs.whole_runs import (
    carry_out,
    drop_now,
    in_background,
    nobody_stops,
)
from workers import probes
from workers.connecting.target import Target
from workers.engines.mysql import marks as marks_mysql
from workers.engines.postgresql import marks as marks_postgresql
from workers.runs import cleaner, data_sets

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]


@pytest.fixture(params=["mariadb", "postgres"])
def target(request) -> Target:
    return request.getfixturevalue(f"{request.param}_target")


@pytest.fixture
def other_database(target) -> str:
    name = f"other_{secrets.token_hex(4)}"
    execute(target, f"CREATE DATABASE {name}")
    yield name
    execute(target, f"DROP DATABASE {name}")


def left_by(target: Target, **changes) -> DataSet:
    """The data of a run that could not drop it."""
    endpoint = endpoint_of(target)
    server = registration.server_of(endpoint, address=target.address)
    run = RunFactory(endpoint=endpoint, failed=True)
    options = {"owns_workspace": True} | changes
    return data_sets.create(
        target, run, server, ["sbtest1"], go_on=nobody_stops, **options
    )


def mark_table(target: Target, data_set: DataSet) -> None:
    """The table as the tool creates it in a database that is not Benchbook's."""
    if target.family.name == "postgresql":
        mark = f"COMMENT ON TABLE sbtest1 IS '{data_set.workspace}'"
    else:
        mark = f"ALTER TABLE sbtest1 COMMENT = '{data_set.workspace}'"
    execute(target, "CREATE TABLE sbtest1 (id int)", mark)


def is_dropped(data_set: DataSet) -> bool:
    data_set.refresh_from_db()
    return data_set.dropped_at is not None


def test_a_workspace_is_dropped_in_the_database_that_it_was_made_in(
    target, other_database
):
    left = left_by(target)
    assert left.database == target.database

    moved = replace(target, database=other_database)
    data_sets.drop_leftovers(moved, left.endpoint, left.server, go_on=nobody_stops)

    assert is_dropped(left)
    with probes.connect(target) as probe:
        assert not probe.workspace_exists(left.workspace)


def test_marked_tables_are_dropped_in_the_database_that_they_were_made_in(
    target, other_database
):
    left = left_by(target, owns_workspace=False)
    mark_table(target, left)

    moved = replace(target, database=other_database)
    data_sets.drop_leftovers(moved, left.endpoint, left.server, go_on=nobody_stops)

    assert is_dropped(left)
    with probes.connect(target) as probe:
        assert probe.existing_tables(["sbtest1"], workspace=None) == ()


def test_what_lies_in_a_database_out_of_reach_stays_recorded(target):
    left = left_by(target, owns_workspace=False)
    DataSet.objects.update(database="renamed_since")

    assert (
        data_sets.drop_leftovers(target, left.endpoint, left.server, go_on=nobody_stops)
        == 0
    )

    assert not is_dropped(left)
    assert "does not exist" in drop_error(left)


def test_leftovers_are_dropped_while_no_run_loads_their_server(target):
    left = left_by(target)
    loading = RunFactory(running=True, server=left.server)
    cleaner.clean(left.endpoint_id)
    assert not is_dropped(left)
    loading.delete()

    cleaner.clean(left.endpoint_id)

    assert is_dropped(left)


def test_a_server_that_refuses_the_account_keeps_its_leftovers_recorded(target):
    left = left_by(target)
    right = left.endpoint.password_encrypted
    Endpoint.objects.update(password_encrypted=secrets_at_rest.encrypt("changed"))
    cleaner.clean(left.endpoint_id)
    assert not is_dropped(left)
    assert "refused the user name or password" in drop_error(left)
    assert data_sets.endpoints_to_clean(is_untried=True) == []
    Endpoint.objects.update(password_encrypted=right)

    cleaner.clean(left.endpoint_id)

    assert is_dropped(left)


def test_a_server_that_does_not_answer_is_tried_at_the_regular_times_alone(target):
    left = left_by(target)
    Endpoint.objects.update(port=ports.choose())
    Server.objects.filter(pk=left.server_id).update(port=Endpoint.objects.get().port)
    assert data_sets.endpoints_to_clean(is_untried=True) == [left.endpoint_id]

    cleaner.clean(left.endpoint_id)

    assert not is_dropped(left)
    assert "Nothing accepts connections" in drop_error(left)
    assert data_sets.endpoints_to_clean(is_untried=True) == []
    assert data_sets.endpoints_to_clean() == [left.endpoint_id]
    with probes.connect(target) as probe:
        probe.drop_workspace(left.workspace)


# In the user's own database -----------------------------------------------------------


@contextmanager
def account_on(target: Target, rights: str):
    """``all`` may lock tables on MariaDB, ``confined`` may not."""
    if rights == "all":
        yield target
    else:
        with situations.confined(target) as account:
            yield account


def before_each_drop(monkeypatch, target: Target, happens) -> None:
    """Something happens between the look at the marks and the drop of each table."""
    marks = {"mysql": marks_mysql, "postgresql": marks_postgresql}[target.family.name]
    drop = marks.drop

    def late(*args, **options) -> bool:
        happens()
        return drop(*args, **options)

    monkeypatch.setattr(marks, "drop", late)


@pytest.mark.usefixtures("unconfined")
@pytest.mark.parametrize("rights", ["all", "confined"])
def test_a_table_that_takes_the_name_of_a_marked_one_is_not_dropped(
    target, monkeypatch, rights
):
    with account_on(target, rights) as account:
        left = left_by(account, owns_workspace=False)
        mark_table(account, left)
        users_own = ("DROP TABLE sbtest1", "CREATE TABLE sbtest1 (id int)")
        before_each_drop(monkeypatch, target, lambda: execute(account, *users_own))

        drop_now(account, left)

        with probes.connect(account) as probe:
            assert probe.existing_tables(["sbtest1"], workspace=None) == ("sbtest1",)
        execute(account, "DROP TABLE sbtest1")


@pytest.mark.usefixtures("unconfined")
def test_nobody_replaces_a_table_between_the_last_look_and_its_drop(
    mariadb_target, monkeypatch
):
    left = left_by(mariadb_target, owns_workspace=False)
    mark_table(mariadb_target, left)
    find, refusals = marks_mysql.find, []

    def looked_at(*args, **options):
        found = find(*args, **options)
        try:
            execute(mariadb_target, "SET lock_wait_timeout = 1", "DROP TABLE sbtest1")
        except pymysql.MySQLError as error:
            refusals.append(error.args[0])
        return found

    drop = marks_mysql.drop

    def with_others_at_work(*args, **options) -> bool:
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(marks_mysql, "find", looked_at)
            return drop(*args, **options)

    monkeypatch.setattr(marks_mysql, "drop", with_others_at_work)

    drop_now(mariadb_target, left)

    assert refusals == [1205]  # had to wait for longer than it would


@pytest.mark.usefixtures("unconfined")
@pytest.mark.parametrize("rights", ["all", "confined"])
def test_a_table_that_somebody_drops_meanwhile_is_dropped(target, monkeypatch, rights):
    with account_on(target, rights) as account:
        left = left_by(account, owns_workspace=False)
        mark_table(account, left)
        before_each_drop(
            monkeypatch, target, lambda: execute(account, "DROP TABLE sbtest1")
        )

        drop_now(account, left)

        assert is_dropped(left)


@pytest.mark.cases_in_turn
def test_a_run_is_told_of_tables_that_benchbook_itself_has_left(target):
    with situations.confined(target) as account:
        left = left_by(account, owns_workspace=False)
        mark_table(account, left)
        owner = left.endpoint.owner
        own, other = endpoint_of(account, owner=owner), endpoint_of(account)

        told, others = carry_out(queue(own)), carry_out(queue(other))

        assert told.failure_code == others.failure_code == "tables_exist"
        assert left.workspace in why_failed(told)
        assert left.endpoint.name in why_failed(told)
        assert left.workspace not in why_failed(others)
        assert "for another user" in why_failed(others)
        assert carry_out(queue(left.endpoint)).state == RunState.SUCCEEDED


# One at a time ------------------------------------------------------------------------


@pytest.mark.cases_in_turn
def test_a_run_waits_for_the_turn_to_drop_and_the_cleaner_leaves_it_alone(target):
    left = left_by(target)
    run = queue(left.endpoint)
    with probes.connect(target) as another:
        assert another.take_turn()
        cleaner.clean(left.endpoint_id)
        assert not is_dropped(left)

        with in_background(run):
            waiting.for_phase(run, "preflight")
            time.sleep(1)
            run.refresh_from_db()
            assert run.phase == "preflight"
            assert not is_dropped(left)
            another.close()

    run.refresh_from_db()
    assert run.state == RunState.SUCCEEDED, why_failed(run)
    assert is_dropped(left)


@pytest.mark.usefixtures("unconfined")
def test_a_run_that_waited_long_enough_keeps_its_tables_from_a_late_cleaner(
    mariadb_target, monkeypatch
):
    monkeypatch.setattr(data_sets, "MOST_TURN_SECONDS", 0.5)
    drop, runs = marks_mysql.drop, []
    with situations.confined(mariadb_target) as account:
        left = left_by(account, owns_workspace=False)
        mark_table(account, left)

        def after_a_run(*args, **options) -> bool:
            monkeypatch.setattr(marks_mysql, "drop", drop)
            runs.append(carry_out(keeping(left.endpoint)))
            return drop(*args, **options)

        monkeypatch.setattr(marks_mysql, "drop", after_a_run)
        cleaner.clean(left.endpoint_id)

        [run] = runs
        assert run.state == RunState.SUCCEEDED, why_failed(run)
        with probes.connect(account) as probe:
            names = run.data_set.table_names
            assert set(probe.existing_tables(names, workspace=None)) == set(names)
        drop_now(account, run.data_set)


def keeping(endpoint: Endpoint) -> Run:
    run = queue(endpoint)
    run.keeps_data_set = True
    run.save(update_fields=["keeps_data_set"])
    return run


def test_a_run_that_is_cancelled_does_not_wait_for_the_turn(mariadb_target):
    run = queue(endpoint_of(mariadb_target))
    with probes.connect(mariadb_target) as another:
        another.take_turn()
        with in_background(run):
            waiting.for_phase(run, "preflight")
            lifecycle.request_cancel(run.pk)

    run.refresh_from_db()
    assert run.state == RunState.CANCELLED


def test_a_run_that_is_claimed_while_the_cleaner_looks_is_not_disturbed(
    mariadb_target, monkeypatch
):
    left = left_by(mariadb_target)
    has_turn = data_sets.has_turn

    def claimed_meanwhile(probe) -> bool:
        RunFactory(running=True, server=left.server)
        return has_turn(probe)

    monkeypatch.setattr(data_sets, "has_turn", claimed_meanwhile)

    cleaner.clean(left.endpoint_id)

    assert not is_dropped(left)
    drop_now(mariadb_target, left)


def test_only_endpoints_with_leftovers_are_to_be_cleaned(target):
    left = left_by(target)
    tidy = left_by(target)
    drop_now(target, tidy)
    never_used = endpoint_of(target)
    registration.server_of(never_used, address=target.address)

    assert data_sets.endpoints_to_clean() == [left.endpoint_id]

    registration.delete_endpoint(left.endpoint, leave_data=True)
    assert data_sets.endpoints_to_clean() == []
    drop_now(target, left)
