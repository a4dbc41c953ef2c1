"""MySQL and MariaDB: procedures, LOAD DATA LOCAL, InnoDB.

Transactions have the server's own isolation level, as HammerDB's have: REPEATABLE READ
unless its owner chose another.
"""

import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar

import pymysql

from workers.tools.tpcc.dialects import mysql_connection
from workers.tools.tpcc.dialects.base import Counts, Dialect, Session, Values
from workers.tools.tpcc.kinds import Kind, Trouble
from workers.tools.tpcc.options import Place

if TYPE_CHECKING:
    from workers.tools.tpcc.dialects.mysql_connection import Connection

_TROUBLES = {
    1213: Trouble.DEADLOCK,
    1205: Trouble.LOCK_TIMEOUT,
    # a row has changed since it was read: MariaDB with innodb_snapshot_isolation
    1020: Trouble.SERIALIZATION,
    **dict.fromkeys(
        # among them: stopping, killed, out of patience with an idle client
        (1053, 1927, 2002, 2003, 2006, 2012, 2013, 2014, 2026, 2055, 4031),
        Trouble.LOST,
    ),
}
# Rows at a time: few enough for any max_allowed_packet (c_data and all, 800 bytes each)
_ROWS_A_CHUNK = 500
_ESCAPES = str.maketrans({"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"})


class MySQLSession(Session):
    def __init__(self, connection: "Connection") -> None:
        self._connection = connection
        self._has_local_infile: bool | None = None  # not asked yet

    def call(self, kind: Kind, values: Values) -> bool:
        return bool(self._called(kind, values)[0])

    def call_empty(self) -> None:
        self._called("nothing", ())

    def execute(self, statement: str) -> None:
        with self._connection.cursor() as cursor:
            cursor.execute(statement)

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        with self._connection.cursor() as cursor:
            cursor.execute(statement)
            return list(cursor.fetchall())

    def fill(
        self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]
    ) -> None:
        """By LOAD DATA LOCAL where the server allows it, else by INSERT of many rows."""
        if self._has_local_infile is None:
            self._has_local_infile = self.rows("SELECT @@GLOBAL.local_infile") == [(1,)]
        if self._has_local_infile:
            self._load(table, columns, rows)
        else:
            self._insert(table, columns, rows)

    def counts(self) -> Counts:
        new_orders = int(self.rows("SELECT SUM(d_next_o_id) FROM district")[0][0])
        new_orders_at = time.monotonic()
        ended = self.rows(
            "SHOW GLOBAL STATUS WHERE Variable_name IN ('Com_commit', 'Com_rollback')"
        )
        return Counts(
            new_orders=new_orders,
            new_orders_at=new_orders_at,
            transactions=sum(int(value) for _, value in ended),
            at=time.monotonic(),
        )

    def close(self) -> None:
        with suppress(pymysql.MySQLError, OSError):  # the server may be gone
            self._connection.close()

    def _called(self, name: str, values: Values) -> tuple[Any, ...]:
        arguments = ", ".join(
            str(value) if isinstance(value, int) else self._connection.escape(value)
            for value in values
        )
        # closing the cursor reads what follows a procedure's result
        with self._connection.cursor() as cursor:
            cursor.execute(f"CALL {name}({arguments})")
            return tuple(cursor.fetchone() or ())

    def _load(
        self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]
    ) -> None:
        self._connection.load(
            f"LOAD DATA LOCAL INFILE 'rows' INTO TABLE {table}"
            r" CHARACTER SET utf8mb4 FIELDS TERMINATED BY '\t' ESCAPED BY '\\'"
            rf" LINES TERMINATED BY '\n' ({', '.join(columns)})",
            ("".join(map(_line, chunk)).encode() for chunk in _chunks(rows)),
        )
        # LOCAL makes warnings of what else are errors, and skips such rows
        for _, number, text in self.rows("SHOW WARNINGS LIMIT 1"):
            raise pymysql.DataError(number, f"{table}: {text}")

    def _insert(
        self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]
    ) -> None:
        head = f"INSERT INTO {table} ({', '.join(columns)}) VALUES "  # noqa: S608 - the tool's own names
        literal = self._connection.escape
        self.execute("START TRANSACTION")
        try:
            for chunk in _chunks(rows):
                tuples = (f"({','.join(map(literal, row))})" for row in chunk)
                self.execute(head + ",".join(tuples))
        except BaseException:
            self.execute("ROLLBACK")
            raise
        self.execute("COMMIT")


class MySQL(Dialect):
    name: ClassVar[str] = "mysql"

    def connect(self, place: Place) -> MySQLSession:
        return MySQLSession(mysql_connection.connect(place))

    def trouble(self, error: Exception) -> Trouble | None:
        if isinstance(error, pymysql.InterfaceError):
            return Trouble.LOST  # used after the end
        # PyMySQL makes its own of every OSError of a connection: others are the tool's
        if not isinstance(error, pymysql.MySQLError):
            return None
        return _TROUBLES.get(_numbered(error)[0], Trouble.OTHER)

    def line_of(self, error: Exception) -> str:
        number, text = _numbered(error)
        return f"{number}: {' '.join(text.split())}"

    def describe(self, session: Session) -> str:
        """ "MariaDB 10.11.19", "MySQL 8.0.36"."""
        version = str(session.rows("SELECT VERSION()")[0][0])
        engine = "MariaDB" if "mariadb" in version.lower() else "MySQL"
        # old MariaDB replicas hide behind a number of MySQL: 5.5.5-10.6.12-MariaDB
        return f"{engine} {version.removeprefix('5.5.5-').split('-')[0]}"


def _numbered(error: Exception) -> tuple[int, str]:
    """The number and text of an error; 2013 is a connection that was lost."""
    match error.args:
        case (int(number), *texts) if isinstance(error, pymysql.MySQLError) and number:
            return number, " ".join(map(str, texts))
        case _:
            return 2013, str(error)


def _chunks(
    rows: Iterable[Sequence[object]],
) -> Iterable[Sequence[Sequence[object]]]:
    ends = iter(rows)
    while chunk := list(islice(ends, _ROWS_A_CHUNK)):
        yield chunk


def _line(row: Sequence[object]) -> str:
    return "\t".join(map(_field, row)) + "\n"


def _field(value: object) -> str:
    if not isinstance(value, str):
        return r"\N" if value is None else str(value)
    # Most texts have nothing to escape; asking that is the quickest of all.
    return value if value.isalnum() else value.translate(_ESCAPES)
