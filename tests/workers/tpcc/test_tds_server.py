"""The server that stands in for SQL Server, as pymssql sees it."""

from datetime import datetime
from decimal import Decimal

import pymssql
import pytest

from tests.tds_server import Asked, Failure, Hangup, Rows, TdsServer

COLUMNS = [
    *[("i", "int"), ("b", "bigint"), ("s", "nvarchar(20)")],
    *[("n", "numeric(12,2)"), ("t", "datetime")],
]
ROW = (-1, 2**40, "é 中", Decimal("-12.34"), datetime(2026, 5, 6, 7, 8, 9))  # noqa: DTZ001
MISSING = Failure(208, 1, 16, "Invalid object name 'missing'.")
DEADLOCK = Failure(1205, 51, 13, "chosen as the deadlock victim")


@pytest.fixture
def server():
    with TdsServer() as started:
        yield started


def connect(server, password=None, database="master"):
    return pymssql.connect(
        server="127.0.0.1",
        port=str(server.port),
        user="benchbook",
        password=password or server.password,
        database=database,
        conn_properties="",
        autocommit=True,
    )


def test_a_login_names_user_and_database(server):
    connect(server, database="bench").close()

    assert server.asked[0] == Asked("login", "benchbook", ("bench",))


def test_a_wrong_password_is_error_18456(server):
    """Its words are not told each time: pymssql keeps those of a process's first failure."""
    with pytest.raises(pymssql.OperationalError, match="18456"):
        connect(server, password="wrong")


def test_rows_come_in_all_types_and_null(server):
    server.answers["FROM t"] = Rows(COLUMNS, [ROW, (None,) * 5])

    with connect(server) as connection, connection.cursor() as cursor:
        cursor.execute("SELECT * FROM t")
        assert cursor.fetchall() == [ROW, (None,) * 5]


def test_more_rows_than_a_packet_holds(server):
    rows = [(number, "x" * 20) for number in range(1_000)]
    server.answers["many"] = Rows([("n", "int"), ("s", "nvarchar(20)")], rows)

    with connect(server) as connection, connection.cursor() as cursor:
        cursor.execute("SELECT many")
        assert cursor.fetchall() == rows


@pytest.mark.parametrize("failure", [MISSING, DEADLOCK], ids=["208", "1205"])
def test_an_error_has_its_number_and_text(server, failure):
    server.answers["fails"] = failure

    with connect(server) as connection, connection.cursor() as cursor:
        with pytest.raises(pymssql.DatabaseError) as caught:
            cursor.execute("SELECT fails")
        cursor.execute("SELECT 1")  # the connection lives on

    assert caught.value.args[0] == failure.number
    assert failure.text.encode() in caught.value.args[1]


def test_a_call_has_its_values_and_answers_take_turns(server):
    server.answers["NEWORD"] = [DEADLOCK, Rows([("committed", "int")], [(1,)])]

    with connect(server) as connection, connection.cursor() as cursor:
        with pytest.raises(pymssql.DatabaseError, match="1205"):
            cursor.callproc("dbo.NEWORD", (1, 2, "BARBARBAR"))
        cursor.callproc("dbo.NEWORD", (3, 4, "BARBAROUGHT"))
        assert cursor.fetchall() == [(1,)]

    assert server.rows_of("rpc") == [(1, 2, "BARBARBAR"), (3, 4, "BARBAROUGHT")]


def test_a_hangup_is_a_lost_connection(server):
    server.answers["gone"] = Hangup()

    with (
        connect(server) as connection,
        connection.cursor() as cursor,
        pytest.raises(pymssql.OperationalError, match="20017"),
    ):
        cursor.execute("SELECT gone")
