"""The counters of probes, against real MariaDB and PostgreSQL, and SQL Server if one
is named."""

import time

import psycopg
import pytest

from tests.workers.accounts import sqlserver_account
from workers import probes
from workers.connecting.target import Target
from workers.engines.postgresql.counters import late_seconds

pytestmark = pytest.mark.engine


@pytest.fixture(params=["mariadb", "postgres", "mssql"])
def target(request) -> Target:
    return request.getfixturevalue(f"{request.param}_target")


def test_counters_only_grow(target):
    with probes.connect(target) as probe:
        before = probe.counters()
        probe.facts()
        time.sleep(probe.late_seconds)
        after = probe.counters()

    assert set(before.totals) == set(after.totals)
    assert {"buffer_requests", "buffer_misses", "commits"} <= set(after.totals)
    assert all(after.totals[name] >= value for name, value in before.totals.items())


def test_counters_of_tables_are_postgresqls_alone(target):
    with probes.connect(target) as probe:
        counted = probe.table_counters(["sbtest1"], workspace=None)

    assert bool(counted.totals) == (target.family.name == "postgresql")


def test_the_statistics_of_version_16_are_read_where_they_are(postgres_target):
    """A stand-in for pg_stat_io with its columns: the test server is older."""
    with psycopg.connect(
        host=postgres_target.address,
        port=postgres_target.port,
        user=postgres_target.username,
        password=postgres_target.password,
        dbname=postgres_target.database,
        autocommit=True,
    ) as connection:
        if connection.info.server_version >= 160_000:
            pytest.skip("the test server has its own")
        connection.execute(
            "CREATE VIEW pg_stat_io AS SELECT 'client backend' AS backend_type,"
            " 'relation' AS object, 7::bigint AS reads, 0.5::float8 AS read_time,"
            " NULL::bigint AS evictions"
        )
        try:
            with probes.connect(postgres_target) as probe:
                totals = probe.counters().totals
        finally:
            connection.execute("DROP VIEW pg_stat_io")

    assert totals["io_reads"] == 7
    assert totals["io_read_time_ms"] == 0.5
    assert totals["io_evictions"] == 0


@pytest.mark.parametrize(("version", "expected"), [(140_011, 1.0), (150_000, 0.3)])
def test_older_statistics_take_longer(version, expected):
    assert late_seconds(version) == expected


def test_a_ping_is_quick_and_leaves_the_connection_usable(target):
    with probes.connect(target) as probe:
        assert probe.ping_ms() >= 0
        assert probe.facts().version


def test_without_view_server_state_no_counter_is_read_and_that_is_told(mssql_target):
    with (
        sqlserver_account(mssql_target, "CREATE ANY DATABASE") as account,
        probes.connect(account) as probe,
    ):
        facts, counters = probe.facts(), probe.counters()
        missing = probe.missing_privileges(own_space=True)

    assert missing == ()
    assert facts.missing_for_counters == ("VIEW SERVER STATE",)
    assert counters.totals == {}
