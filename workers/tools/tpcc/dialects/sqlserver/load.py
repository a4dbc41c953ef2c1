"""Many rows into a table of SQL Server: bulk copy, else INSERT of many rows."""

import multiprocessing
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from pymssql import _mssql

from workers.tools.tpcc.dialects.sqlserver.errors import is_bulk_unsupported

if TYPE_CHECKING:
    from workers.tools.tpcc.dialects.sqlserver.connection import Connection

# A batch is one transaction, so that one which the server refuses has left nothing.
BULK_ROWS = 10_000
INSERT_ROWS = 1_000  # SQL Server takes no more in one list of values

Row = Sequence[Any]
# Taken by the first of the processes that load, and never given back.
_telling = multiprocessing.get_context("fork").Lock()


def batches(rows: Iterable[Row], size: int) -> Iterator[list[Row]]:
    remaining = iter(rows)
    while batch := list(islice(remaining, size)):
        yield batch


def column_numbers(
    connection: "Connection", table: str, columns: Sequence[str]
) -> list[int]:
    """The places of the columns in the table, which bulk copy knows them by."""
    cursor = connection.cursor()
    cursor.execute(
        "SELECT name, column_id FROM sys.columns WHERE object_id = OBJECT_ID(%s)",
        (f"dbo.{table}",),
    )
    places = dict(cursor.fetchall())
    return [places[column] for column in columns]


def copied(
    connection: "Connection", table: str, numbers: list[int], batch: list[Row]
) -> bool:
    """False where the server takes no bulk data; the connection is then of no more use."""
    try:
        connection.bulk_copy(
            f"dbo.{table}",
            batch,
            column_ids=numbers,
            batch_size=len(batch) + 1,
            # heaps then take copies side by side, and log pages in place of rows
            tablock=True,
        )
    except _mssql.MSSQLException as error:
        if not is_bulk_unsupported(error):
            raise
        return False
    return True


def tell_of_inserts() -> None:
    """A line of the tool's output, by one process only: each finds out by itself."""
    if _telling.acquire(block=False):
        line = "The server takes no bulk copy: rows go by INSERT, which takes longer"
        print(line, flush=True)  # noqa: T201 - a line of the program's output


def insert(
    connection: "Connection", table: str, columns: Sequence[str], batch: list[Row]
) -> None:
    cursor = connection.cursor()
    head = f"INSERT INTO dbo.{table} ({', '.join(columns)}) VALUES\n"
    for part in batches(batch, INSERT_ROWS):
        lines = (
            b"(" + b",".join(map(_mssql.quote_simple_value, row)) + b")" for row in part
        )
        cursor.execute(head + b",\n".join(lines).decode())
