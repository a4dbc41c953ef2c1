"""SQL Server 2008 R2 and later, by pymssql."""

import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, ClassVar

import pymssql

from workers.tools.tpcc.dialects.base import Counts, Dialect, Session, Values
from workers.tools.tpcc.dialects.sqlserver import errors as sqlserver_errors
from workers.tools.tpcc.dialects.sqlserver.connection import connect
from workers.tools.tpcc.dialects.sqlserver.load import (
    BULK_ROWS,
    batches,
    column_numbers,
    copied,
    insert,
    tell_of_inserts,
)
from workers.tools.tpcc.kinds import Kind, Trouble
from workers.tools.tpcc.options import Place

_NEW_ORDERS = (
    "SELECT CAST(SUM(CAST(d_next_o_id AS BIGINT)) AS BIGINT) FROM dbo.district"
)
# In spite of its name the counter is cumulative, over the whole instance. Its object is
# SQLServer:SQL Statistics, or MSSQL$<instance>:SQL Statistics.
_BATCH_REQUESTS = (
    "SELECT CAST(cntr_value AS BIGINT) FROM sys.dm_os_performance_counters "
    "WHERE counter_name = N'Batch Requests/sec' AND object_name LIKE N'%SQL Statistics%'"
)
_VERSION = (
    "SELECT CAST(SERVERPROPERTY('ProductVersion') AS NVARCHAR(128)), "
    "CAST(SERVERPROPERTY('ProductLevel') AS NVARCHAR(128)), "
    "CAST(SERVERPROPERTY('Edition') AS NVARCHAR(128))"
)
_UNDO = "IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION"


class SQLServerSession(Session):
    """Routines are called as remote procedures, which the server need not parse.

    It counts such a call as one batch request.
    """

    def __init__(self, place: Place) -> None:
        self._place = place
        self._connection = connect(place)
        self._takes_bulk = True

    def call(self, kind: Kind, values: Values) -> bool:
        return self._first(f"dbo.{kind.upper()}", values) == 1

    def call_empty(self) -> None:
        self._first("dbo.NOTHING", ())

    def execute(self, statement: str) -> None:
        cursor = self._connection.cursor()
        cursor.execute(statement)
        _read_on(cursor)

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        cursor = self._connection.cursor()
        cursor.execute(statement)
        rows = cursor.fetchall()
        _read_on(cursor)
        return rows

    def fill(
        self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]
    ) -> None:
        numbers = column_numbers(self._connection, table, columns)
        for batch in batches(rows, BULK_ROWS):
            if self._takes_bulk and not copied(self._connection, table, numbers, batch):
                self._takes_bulk = False
                tell_of_inserts()
                self.close()
                self._connection = connect(self._place)
            if not self._takes_bulk:
                insert(self._connection, table, columns, batch)

    def counts(self) -> Counts:
        new_orders = self._number(_NEW_ORDERS)
        new_orders_at = time.monotonic()
        batch_requests = self._batch_requests()
        return Counts(
            new_orders=new_orders,
            new_orders_at=new_orders_at,
            transactions=batch_requests,
            at=time.monotonic(),
            batch_requests=batch_requests,
        )

    def close(self) -> None:
        self._connection.close()

    def _batch_requests(self) -> int | None:
        """None where the login may not see the server's counters."""
        try:
            return self._number(_BATCH_REQUESTS)
        except sqlserver_errors.DRIVER_ERRORS as error:
            if not sqlserver_errors.is_permission_denied(error):
                raise
            return None

    def _number(self, query: str) -> int:
        return int(self.rows(query)[0][0])

    def _first(self, procedure: str, values: Values) -> object:
        """The first column of the first row; errors behind the rows are raised too.

        So is an answer without rows: no routine of ours gives one.
        """
        if not self._connection._conn.connected:
            # a call by a dead connection fails without a number or a reason
            raise pymssql.InterfaceError("Not connected to SQL Server any more")
        cursor = self._connection.cursor()
        try:
            cursor.callproc(procedure, tuple(values))
            # pymssql describes no answer that has no rows, and would not fetch it
            rows = cursor.fetchall() if cursor.description else []
            _read_on(cursor)
        except sqlserver_errors.DRIVER_ERRORS as error:
            if not sqlserver_errors.was_raised_by_routine(error):
                self._undo()
            raise
        if not rows:
            raise pymssql.ProgrammingError(
                0, f"{procedure} answered no row: load the data and its routines anew"
            )
        return rows[0][0]

    def _undo(self) -> None:
        """What ends a routine before it can catch it may leave its transaction open."""
        with suppress(*sqlserver_errors.DRIVER_ERRORS):
            self.execute(_UNDO)


class SQLServer(Dialect):
    name: ClassVar[str] = "sqlserver"

    def connect(self, place: Place) -> SQLServerSession:
        return SQLServerSession(place)

    def trouble(self, error: Exception) -> Trouble | None:
        return sqlserver_errors.trouble(error)

    def line_of(self, error: Exception) -> str:
        return sqlserver_errors.line_of(error)

    def describe(self, session: Session) -> str:
        version, level, edition = session.rows(_VERSION)[0]
        return f"SQL Server {version} {level} {edition}"


def _read_on(cursor: "pymssql.Cursor[tuple[Any, ...]]") -> None:
    """Through what else the server answers: an error may come behind the rows."""
    while cursor.nextset():
        pass
