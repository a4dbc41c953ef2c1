"""Which SQL Server the live tests use, and that they say why they use none."""

import pytest

from tests.workers.tpcc.places import MSSQL_URL, sql_server_place, workspace_on


def test_the_url_names_the_server_with_its_percent_encoded_password(monkeypatch):
    monkeypatch.setenv(MSSQL_URL, "mssql://sa:p%40ss%2Fw%3Ard@db.example:14330/tempdb")

    place = sql_server_place(space="benchbook_1")

    assert (place.address, place.port) == ("db.example", 14330)
    assert (place.username, place.password) == ("sa", "p@ss/w:rd")
    assert (place.database, place.space) == ("tempdb", "benchbook_1")


def test_port_and_database_have_defaults(monkeypatch):
    monkeypatch.setenv(MSSQL_URL, "mssql://sa:secret@db.example")

    place = sql_server_place(space="benchbook_1")

    assert (place.port, place.database) == (1433, "master")


def test_without_a_url_a_live_test_is_skipped_and_says_why(monkeypatch):
    monkeypatch.delenv(MSSQL_URL, raising=False)

    with (
        pytest.raises(pytest.skip.Exception, match=r"MSSQL_URL is not set.*mssql://"),
        workspace_on("sqlserver", lambda name: pytest.fail(f"no need of {name}")),
    ):
        pytest.fail("never entered")
