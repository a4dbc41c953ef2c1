"""What a check and a run say of grants on MySQL and MariaDB."""

import pytest

from benchruns.failures.failure import BenchbookError
from benchruns.sentences.endpoints import check_message
from benchruns.sentences.failures.table import failure_message
from benchruns.vocabulary import RunState
from tests.servers.kinds import chosen
from tests.targets import endpoint_of, queue
from tests.workers.accounts import execute, mysql_account
from tests.workers.own_servers import mariadb
from tests.workers.runs.whole_runs import carry_out
from workers import checker, probes

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]
DOCUMENTED = "ALL ON `benchbook\\_%`.*"


def checked(target):
    check = endpoint_of(target).checks.create()
    checker.perform(check.pk)
    check.refresh_from_db()
    return check


def test_a_database_that_the_account_may_not_use_is_named(mariadb_target):
    with mysql_account(mariadb_target, DOCUMENTED) as account:
        check = checked(account)

    assert (check.ok, check.code) == (False, "no_privilege")
    assert f"the database {account.database}" in check_message(check.code, check.values)


def test_the_documented_grants_are_enough(mariadb_target):
    own = f"ALL ON `{mariadb_target.database}`.*"
    with mysql_account(mariadb_target, DOCUMENTED, own) as account:
        check = checked(account)

    assert (check.ok, check.missing_privileges) == (True, [])


@pytest.fixture(scope="module")
def literal(server_folder):
    """A server that takes wildcards in grants literally."""
    kind = chosen()
    if kind is None or kind.engine != "mysql":
        pytest.skip("MySQL 8 and later alone have partial_revokes")
    with mariadb(server_folder, "--partial-revokes=ON") as target:
        yield target


def test_wildcards_that_are_literal_are_told_with_what_helps(literal):
    reading = f"SELECT ON `{literal.database}`.*"
    with mysql_account(literal, DOCUMENTED, reading) as account:
        check = checked(account)
        run = carry_out(queue(endpoint_of(account), "tpcc"))

    assert not check.ok
    assert "partial_revokes is ON" in check_message(check.code, check.values)
    assert run.state == RunState.FAILED
    assert "on *.*" in failure_message(run.failure_code, run.failure_values)


def test_with_grants_on_everything_there_nothing_is_missing(literal):
    with mysql_account(literal, "ALL ON *.*") as account:
        assert checked(account).ok


@pytest.fixture
def filled(mariadb_target):
    """A table of 16,384 rows of 200 bytes, whose size was asked while it was empty."""
    workspace = "benchbook_0b"
    place = f"`{workspace}`.filled"
    with probes.connect(mariadb_target) as probe:
        probe.create_workspace(workspace)
        execute(
            mariadb_target,
            f"CREATE TABLE {place} (id INT PRIMARY KEY AUTO_INCREMENT, c CHAR(200))",
            "SELECT data_length FROM information_schema.tables"
            f" WHERE table_schema = '{workspace}'",
            f"INSERT INTO {place} (c) VALUES (REPEAT('x', 200))",
            *[f"INSERT INTO {place} (c) SELECT c FROM {place}"] * 14,
        )
        yield workspace
        probe.drop_workspace(workspace)


def test_bytes_are_those_of_the_moment(mariadb_target, filled):
    """MySQL 8 answers from a cache of a day otherwise."""
    with probes.connect(mariadb_target) as probe:
        assert 3_000_000 < probe.data_bytes(["filled"], workspace=filled) < 8_000_000


def test_bytes_that_may_not_be_measured_are_refused_not_guessed(mariadb_target, filled):
    """ANALYZE asks for INSERT, which every account of a run has."""
    reading = f"SELECT ON `{filled}`.*"
    own = f"SELECT ON `{mariadb_target.database}`.*"
    with (
        mysql_account(mariadb_target, reading, own) as account,
        probes.connect(account) as probe,
        pytest.raises(BenchbookError) as caught,
    ):
        probe.data_bytes(["filled"], workspace=filled)

    assert caught.value.failure.code == "no_privilege"
