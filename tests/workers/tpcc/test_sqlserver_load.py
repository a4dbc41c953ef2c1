"""How SQL Server's tables are filled; the server is another process (tds_process)."""

import multiprocessing
import re
from datetime import datetime
from decimal import Decimal
from itertools import islice

import pymssql
import pytest

from tests.tds_process import server_process
from tests.tds_server import Failure, Hangup, Rows
from tests.workers.tpcc.test_sqlserver import place_of
from workers.tools.tpcc import schema, sql_files
from workers.tools.tpcc.dialects import dialect_of
from workers.tools.tpcc.dialects.sqlserver import dialect as sqlserver
from workers.tools.tpcc.dialects.sqlserver import load as sqlserver_load
from workers.tools.tpcc.options import Profile
from workers.tools.tpcc.parts import Content, Part

CREATE = re.compile(r"CREATE TABLE dbo\.(\w+) \((.*)\)", re.DOTALL)
COLUMN = re.compile(r"(\w+) (\w+(?:\([\d, ]+\))?) (?:NOT )?NULL,?$", re.MULTILINE)
COLUMNS = schema.COLUMNS["district"]
ADDRESS = ("street", "street 2", "city", "AB", "123411111")
ROWS = [
    (d_id, 1, "name", *ADDRESS, "0.1234", "30000.00", 3001) for d_id in range(1, 11)
]
AT = "2026-11-20 10:00:00"
PARTS = [
    Part(content=Content.ITEMS, w_id=None),
    *(
        Part(content=content, w_id=1)
        for content in (Content.STOCK, Content.CUSTOMERS, Content.ORDERS)
    ),
]


def tables():
    """The columns of each table as tables.sql has them: (name, type) pairs."""
    created = map(CREATE.match, sql_files.statements("sqlserver", "tables"))
    return {
        match[1]: [(name, kind.lower()) for name, kind in COLUMN.findall(match[2])]
        for match in created
        if match
    }


def description(table):
    """What a server with this table answers before a bulk copy."""
    columns = tables()[table]
    listed = [(name, place) for place, (name, _) in enumerate(columns, start=1)]
    head = [("name", "nvarchar(128)"), ("column_id", "int")]
    return {
        rf"^SELECT name, column_id .*'dbo\.{table}'": Rows(head, listed),
        rf"FMTONLY.*dbo\.{table}\b": Rows(columns),
    }


TABLE = description("district")


def filled(answers, rows):
    with (
        server_process(answers) as server,
        dialect_of("sqlserver").connect(place_of(server)) as session,
    ):
        session.fill("district", COLUMNS, iter(rows))
        return server.asked


def test_rows_are_copied_in_bulk_with_a_table_lock(monkeypatch):
    monkeypatch.setattr(sqlserver, "BULK_ROWS", 4)

    asked = filled(TABLE, ROWS)

    copied = [one for one in asked if one.kind == "bulk"]
    first = (*ROWS[0][:8], Decimal("0.1234"), Decimal("30000.00"), 3001, None)
    assert [row.values[0] for row in copied] == list(range(1, 11))
    assert tuple(map(_stripped, copied[0].values)) == first
    statements = {one.text for one in asked if one.text.startswith("insert bulk")}
    assert statements == {copied[0].text}
    assert "dbo.district" in copied[0].text
    assert copied[0].text.endswith("with (TABLOCK)")
    assert sum(one.text in statements for one in asked if one.kind == "batch") == 3


@pytest.fixture
def untold(monkeypatch):
    """As in a program that has not yet told that rows go by INSERT."""
    lock = multiprocessing.get_context("fork").Lock()
    monkeypatch.setattr(sqlserver_load, "_telling", lock)


@pytest.mark.usefixtures("untold")
def test_a_server_that_takes_no_bulk_data_gets_inserts(capsys):
    rows = ROWS * 101
    refusing = TABLE | {"^insert bulk": Failure(4022, 1, 16, "not sent")}
    asked = filled(refusing, [*rows, *rows[:1]])
    filled(refusing, rows)

    said = "The server takes no bulk copy: rows go by INSERT, which takes longer\n"
    assert capsys.readouterr().out == said

    inserts = [one.text for one in asked if one.text.startswith("INSERT INTO")]
    assert [text.count("\n(") for text in inserts] == [1_000, 11]
    assert inserts[0].startswith(f"INSERT INTO dbo.district ({', '.join(COLUMNS)}) ")
    assert "\n(1,1,N'name',N'street'," in inserts[0]
    assert sum(one.text.startswith("insert bulk") for one in asked) == 1
    assert sum(one.kind == "login" for one in asked) == 2


@pytest.mark.parametrize("number", [1105, 4863], ids=["full", "too long"])
def test_a_row_that_the_server_refuses_is_an_error(number):
    full = Failure(number, 2, 17, "as planted")

    with pytest.raises(pymssql._mssql.MSSQLDatabaseException, match=str(number)):
        filled(TABLE | {"^insert bulk": full}, ROWS)


def test_a_connection_that_breaks_is_no_server_without_bulk_copy():
    with pytest.raises(pymssql._mssql.MSSQLException):
        filled(TABLE | {"^insert bulk": Hangup()}, ROWS)


def test_a_table_of_other_columns_is_named():
    with pytest.raises(KeyError, match="d_street_1"):
        filled(
            {
                pattern: Rows(rows.columns, rows.rows[:3])
                for pattern, rows in TABLE.items()
            },
            ROWS,
        )


def test_the_rows_of_a_load_arrive_as_they_were_drawn():
    drawn = {}
    for part in PARTS:
        for batch in part.batches(profile=Profile.SPEC, seed=1, at=AT):
            drawn.setdefault(batch.table, list(islice(batch.rows, 5)))
            if len(drawn) in {1, 2, 6, 9}:  # all tables of this part
                break
    answers = {}
    for table in drawn:
        answers |= description(table)

    with server_process(answers) as server:
        with dialect_of("sqlserver").connect(place_of(server)) as session:
            for table, rows in drawn.items():
                session.fill(table, schema.COLUMNS[table], rows)
        asked = [one for one in server.asked if one.kind == "bulk"]

    assert drawn.keys() == schema.COLUMNS.keys()
    expected = [row for rows in drawn.values() for row in rows]
    assert len(asked) == len(expected)
    for one, row in zip(asked, expected, strict=True):
        assert tuple(map(_as_drawn, one.values))[: len(row)] == row


@pytest.mark.parametrize("table", schema.COLUMNS)
def test_the_tables_have_the_columns_that_are_loaded(table):
    named = [name for name, _ in tables()[table]]

    assert [name for name in named if "padding" not in name] == list(
        schema.COLUMNS[table]
    )


def _as_drawn(value):
    """A value of a column as the text that was sent for it."""
    if isinstance(value, datetime):
        return str(value)
    return str(value) if isinstance(value, Decimal) else _stripped(value)


def _stripped(value):
    return value.rstrip() if isinstance(value, str) else value
