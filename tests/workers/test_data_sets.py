"""What a run left is dropped where it lies, and is not forgotten before that."""

import secrets
from dataclasses import replace

import pytest

from benchruns import registration
from benchruns import secrets as secrets_at_rest
from benchruns.models import DataSet, Endpoint
from tests.factories import RunFactory
from tests.targets import endpoint_of
from tests.workers.accounts import execute
from workers import cleaner, data_sets, probes
from workers.target import Target

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
    return data_sets.create(target, run, server, ["sbtest1"], **options)


def mark_table(target: Target, data_set: DataSet) -> None:
    """The table as the tool creates it in a database that is not Benchbook's."""
    if target.family == "postgresql":
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
    data_sets.drop_leftovers(moved, left.endpoint, left.server)

    assert is_dropped(left)
    with probes.connect(target) as probe:
        assert not probe.workspace_exists(left.workspace)


def test_marked_tables_are_dropped_in_the_database_that_they_were_made_in(
    target, other_database
):
    left = left_by(target, owns_workspace=False)
    mark_table(target, left)

    moved = replace(target, database=other_database)
    data_sets.drop_leftovers(moved, left.endpoint, left.server)

    assert is_dropped(left)
    with probes.connect(target) as probe:
        assert probe.existing_tables(["sbtest1"], workspace=None) == ()


def test_what_lies_in_a_database_out_of_reach_stays_recorded(target):
    left = left_by(target, owns_workspace=False)
    DataSet.objects.update(database="renamed_since")

    assert data_sets.drop_leftovers(target, left.endpoint, left.server) == 0

    assert not is_dropped(left)
    assert "does not exist" in left.drop_error


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
    Endpoint.objects.update(password_encrypted=right)

    cleaner.clean(left.endpoint_id)

    assert is_dropped(left)


def test_only_endpoints_with_leftovers_are_to_be_cleaned(target):
    left = left_by(target)
    tidy = left_by(target)
    data_sets.drop(target, tidy)
    never_used = endpoint_of(target)
    registration.server_of(never_used, address=target.address)

    assert data_sets.endpoints_to_clean() == [left.endpoint_id]

    registration.delete_endpoint(left.endpoint, leave_data=True)
    assert data_sets.endpoints_to_clean() == []
    data_sets.drop(target, left)
