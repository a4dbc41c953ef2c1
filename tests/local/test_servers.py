"""The private servers start, keep their data, survive kill -9, and end with us."""

import os

import psutil
import psycopg
import pymysql
import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from local.servers import DATABASE, USERNAME, Running, switch_to

pytestmark = pytest.mark.engine


def mariadb_query(running: Running, sql: str) -> list[tuple]:
    connection = pymysql.connect(
        host="127.0.0.1",
        port=running.server.port,
        user=USERNAME,
        password=running.server.password,
        database=DATABASE,
        autocommit=True,
    )
    with connection, connection.cursor() as cursor:
        cursor.execute(sql)
        return list(cursor.fetchall())


def postgres_query(running: Running, sql: str) -> list[tuple]:
    with psycopg.connect(running.server.url, autocommit=True) as connection:
        cursor = connection.execute(sql)
        return cursor.fetchall() if cursor.description else []


def owner_of(running: Running) -> str:
    return psutil.Process(running.process.pid).username()


def test_mariadb_account_may_create_databases(mariadb_server):
    mariadb_query(mariadb_server, "CREATE DATABASE benchbook_try")
    mariadb_query(mariadb_server, "DROP DATABASE benchbook_try")


def test_postgres_account_may_create_databases(postgres_server):
    postgres_query(postgres_server, "CREATE DATABASE benchbook_try")
    postgres_query(postgres_server, "DROP DATABASE benchbook_try")


def test_mariadb_commits_are_durable(mariadb_server):
    sql = "SELECT @@innodb_flush_log_at_trx_commit, @@skip_name_resolve"

    assert mariadb_query(mariadb_server, sql) == [(1, 1)]


def test_mariadb_has_a_folder_of_its_own_for_temporary_tables(mariadb_server):
    """Another one that starts would remove those in a folder that both use."""
    (found,) = mariadb_query(mariadb_server, "SELECT @@tmpdir")

    assert found == (str(mariadb_server.server.home),)


def test_postgres_commits_are_durable_and_reads_are_timed(postgres_server):
    for setting in ("fsync", "synchronous_commit", "track_io_timing"):
        assert postgres_query(postgres_server, f"SHOW {setting}") == [("on",)]


def test_mariadb_wants_a_password(mariadb_server):
    for username in (USERNAME, "root", ""):
        with pytest.raises(pymysql.err.OperationalError, match=r"1045|1698"):
            pymysql.connect(
                host="127.0.0.1", port=mariadb_server.server.port, user=username
            )


def test_postgres_wants_a_password(postgres_server):
    with pytest.raises(psycopg.OperationalError, match="no password supplied"):
        psycopg.connect(
            host="127.0.0.1",
            port=postgres_server.server.port,
            user=USERNAME,
            dbname=DATABASE,
        )


def test_redis_wants_a_password(redis_server):
    once = Retry(NoBackoff(), retries=0)

    with (
        redis.Redis(port=redis_server.server.port, retry=once) as client,
        pytest.raises(redis.AuthenticationError),
    ):
        client.ping()


def test_mariadb_keeps_its_data_over_kill_9(mariadb_server):
    mariadb_query(mariadb_server, "CREATE TABLE kept (n INT)")
    mariadb_query(mariadb_server, "INSERT INTO kept VALUES (7)")

    mariadb_server.kill()
    mariadb_server.restart()

    assert mariadb_query(mariadb_server, "SELECT n FROM kept") == [(7,)]
    mariadb_query(mariadb_server, "DROP TABLE kept")


def test_postgres_keeps_its_data_over_kill_9_and_an_open_session(postgres_server):
    postgres_query(postgres_server, "CREATE TABLE kept (n INT)")
    postgres_query(postgres_server, "INSERT INTO kept VALUES (7)")

    with psycopg.connect(postgres_server.server.url):
        postgres_server.kill()
        postgres_server.restart()

    assert postgres_query(postgres_server, "SELECT n FROM kept") == [(7,)]
    postgres_query(postgres_server, "DROP TABLE kept")


def test_redis_comes_back_after_kill_9(redis_server):
    redis_server.kill()
    redis_server.restart()

    assert redis_server.server.is_ready()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root starts as another user")
def test_servers_of_root_run_as_their_system_users(mariadb_server, postgres_server):
    assert owner_of(mariadb_server) == switch_to("mysql")
    assert owner_of(postgres_server) == switch_to("postgres")


def test_a_stopped_server_starts_again(mariadb_server):
    mariadb_server.stop()
    assert not mariadb_server.server.is_ready()

    mariadb_server.start()

    assert mariadb_server.server.is_ready()


def test_passwords_are_not_in_any_argument(mariadb_server, postgres_server):
    for running in (mariadb_server, postgres_server):
        arguments = psutil.Process(running.process.pid).cmdline()
        assert not [part for part in arguments if running.server.password in part]
