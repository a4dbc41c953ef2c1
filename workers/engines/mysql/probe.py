"""The probe of MySQL and MariaDB."""

import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from typing import Any

from pymysql.cursors import Cursor

from benchruns.evidence import server_bounds
from benchruns.evidence.waits import HotRow
from benchruns.failures.failure import BenchbookError
from workers.connecting.target import Target
from workers.engines.interruptible import awaited
from workers.engines.mysql import (
    counters,
    data_size,
    disk,
    facts,
    marks,
    privileges,
    variables,
    waits,
)
from workers.engines.mysql.connection import (
    close,
    connect,
    file_number,
    translated,
    watched_connection,
)
from workers.engines.probe import (
    LONG_STATEMENT_SECONDS,
    READING_SECONDS,
    Probe,
    ServerCounters,
    ServerFacts,
    checked_table,
    checked_workspace,
)
from workers.engines.variables import Variables
from workers.engines.watchdog import shut


class MySQLProbe(Probe):
    """Speaks to MySQL and MariaDB over PyMySQL."""

    def __init__(self, target: Target, *, timeout_seconds: int) -> None:
        self._target = target
        self._timeout_seconds = timeout_seconds
        self._connection = connect(
            target, connect_seconds=timeout_seconds, statement_seconds=timeout_seconds
        )

    def facts(self) -> ServerFacts:
        return facts.facts(
            settings=self._settings(),
            version=str(self._value(facts.OF_VERSION)),
            tls_in_use=self._tls_in_use(),
            free_disk_bytes=disk.free_bytes(self._rows, self._file_number),
        )

    def server_pid(self) -> int | None:
        return disk.server_pid(self._rows, self._file_number)

    def variables(self) -> Variables:
        return variables.read(self._rows, version=str(self._value(facts.OF_VERSION)))

    def missing_privileges(self, *, own_space: bool) -> tuple[str, ...]:
        if not own_space:
            database = self._target.database
            if not database:
                return ("CREATE",)
            return privileges.missing_for_tables(_quoted(database), self._is_refused)
        # Of a database that does not exist either: the privileges to create and to
        # drop it are those for its tables.
        return privileges.missing_for_tables(_nowhere(), self._is_refused)

    def missing_for_routines(self) -> tuple[str, ...]:
        return privileges.missing_for_routines(_nowhere(), self._is_refused)

    def create_workspace(self, name: str) -> None:
        self._execute(f"CREATE DATABASE {_quoted(checked_workspace(name))}")

    def drop_workspace(self, name: str) -> None:
        space = _quoted(checked_workspace(name))
        with self._long() as cursor:
            cursor.execute(f"DROP DATABASE IF EXISTS {space}")

    def workspace_exists(self, name: str) -> bool:
        rows = self._rows(
            "SELECT 1 FROM information_schema.schemata WHERE schema_name = %s",
            (checked_workspace(name),),
        )
        return bool(rows)

    def existing_tables(
        self, names: Iterable[str], *, workspace: str | None
    ) -> tuple[str, ...]:
        wanted = sorted(names)
        if not wanted:
            return ()
        rows = self._rows(
            "SELECT table_name FROM information_schema.tables "
            "WHERE table_schema = %s AND table_name IN %s ORDER BY table_name",
            (self._space(workspace), wanted),
        )
        return tuple(str(row[0]) for row in rows)

    def create_marker(self, name: str, *, workspace: str | None, mark: str) -> None:
        place = self._qualified(checked_table(name), workspace=workspace)
        comment = checked_workspace(mark)
        self._execute(
            f"CREATE TABLE {place} (id INT PRIMARY KEY) COMMENT = '{comment}'"
        )

    def marked_tables(self, names: Iterable[str], *, mark: str) -> tuple[str, ...]:
        where = {"database": self._target.database, "mark": checked_workspace(mark)}
        with self._limited(), translated(), self._connection.cursor() as cursor:
            return marks.find(cursor, sorted(names), **where)

    def drop_marked_tables(self, names: Iterable[str], *, mark: str) -> tuple[str, ...]:
        where = {"database": self._target.database, "mark": checked_workspace(mark)}
        with self._long() as cursor:
            return tuple(
                name
                for name in self.marked_tables(names, mark=mark)
                if marks.drop(
                    cursor, name, place=self._qualified(name, workspace=None), **where
                )
            )

    def take_turn(self) -> bool:
        with self._limited(), translated(), self._connection.cursor() as cursor:
            return marks.take_turn(cursor)

    def _count_after(
        self, first_id: int, table: str, *, workspace: str | None, key: str, most: int
    ) -> tuple[int, int | None]:
        name = self._qualified(table, workspace=workspace)
        along = _quoted(checked_table(key))
        with self._long() as cursor:
            cursor.execute(
                f"SELECT COUNT(*), MAX({along}) FROM (SELECT {along} FROM {name}"  # noqa: S608 - checked names
                f" WHERE {along} > %s ORDER BY {along} LIMIT %s) AS part",
                (first_id, most),
            )
            row = cursor.fetchone()
        return (int(row[0]), server_bounds.whole(row[1])) if row else (0, None)

    def cell(
        self, table: str, column: str, *, id: int, workspace: str | None
    ) -> int | None:
        name = self._qualified(table, workspace=workspace)
        chosen = _quoted(checked_table(column))
        value = self._value(f"SELECT {chosen} FROM {name} WHERE id = %s", (id,))  # noqa: S608 - checked names
        return None if value is None else int(str(value))

    def rows(
        self, statement: str, *, workspace: str, go_on: Callable[[], None]
    ) -> list[tuple[Any, ...]]:
        with self._long(READING_SECONDS) as cursor:
            cursor.execute(f"USE {_quoted(checked_workspace(workspace))}")
            cursor.execute("SET SESSION TRANSACTION READ ONLY")

            def answer() -> list[tuple[Any, ...]]:
                cursor.execute(statement)
                return list(cursor.fetchall())

            def interrupt() -> None:
                self._end_statement(cursor)
                shut(partial(file_number, cursor.connection))

            return awaited(answer, go_on=go_on, interrupt=interrupt)

    def _end_statement(self, cursor: Cursor) -> None:
        """The server would go on with it, whoever waits; not if it has just ended."""
        number = cursor.connection.thread_id()  # type: ignore[no-untyped-call]  # PyMySQL
        with suppress(BenchbookError):
            self._execute(f"KILL QUERY {int(number)}")

    def data_bytes(self, tables: Iterable[str], *, workspace: str | None) -> int | None:
        """By statistics made for this: those of the last hours may be of empty tables."""
        wanted = sorted(tables)
        if not wanted:
            return 0
        names = [self._qualified(table, workspace=workspace) for table in wanted]
        with self._long() as cursor:
            if not data_size.analyse(cursor, names):
                return None
            cursor.execute(data_size.OF_TABLES, (self._space(workspace), wanted))
            row = cursor.fetchone()
        return server_bounds.whole(row[0]) if row else None

    def counters(self) -> ServerCounters:
        return counters.read(
            self._rows(
                "SHOW GLOBAL STATUS WHERE variable_name IN %s",
                (counters.STATUS_NAMES,),
            )
        )

    def table_counters(
        self, tables: Iterable[str], *, workspace: str | None
    ) -> ServerCounters:
        """InnoDB counts for the whole server alone."""
        return ServerCounters()

    def waits(self) -> Mapping[str, int]:
        return waits.read(self._rows(waits.OF_SESSIONS))

    def hot_row(
        self, tables: Collection[str], *, workspace: str | None
    ) -> HotRow | None:
        version = str(self._value(facts.OF_VERSION)).lower()
        rows = self._rows(waits.of_row(is_mariadb="mariadb" in version))
        return waits.row(rows, tables)

    def close(self) -> None:
        close(self._connection)

    def _ping(self) -> None:
        with translated():
            self._connection.ping(reconnect=False)

    def _settings(self) -> dict[str, str]:
        rows = self._rows(facts.OF_SETTINGS, (list(facts.SETTINGS),))
        return {str(name).lower(): str(value) for name, value in rows}

    def _tls_in_use(self) -> str | None:
        rows = self._rows(facts.OF_TLS)
        told = {str(name): str(value) for name, value in rows}
        if not told.get("Ssl_cipher"):
            return None
        return f"{told.get('Ssl_version', '')} {told['Ssl_cipher']}".strip()

    def _is_refused(self, statement: str) -> bool:
        with self._limited():
            return privileges.is_refused(self._connection, statement)

    def _space(self, workspace: str | None) -> str:
        if workspace is None:
            return self._target.database
        return checked_workspace(workspace)

    def _qualified(self, table: str, *, workspace: str | None) -> str:
        return f"{_quoted(self._space(workspace))}.{_quoted(checked_table(table))}"

    def _rows(
        self, statement: str, values: Sequence[object] = ()
    ) -> tuple[tuple[object, ...], ...]:
        with self._limited(), translated(), self._connection.cursor() as cursor:
            cursor.execute(statement, values)
            return tuple(cursor.fetchall())

    def _value(self, statement: str, values: Sequence[object] = ()) -> object:
        rows = self._rows(statement, values)
        return rows[0][0] if rows else None

    def _execute(self, statement: str) -> None:
        with self._limited(), translated(), self._connection.cursor() as cursor:
            cursor.execute(statement)

    def _file_number(self) -> int:
        return file_number(self._connection)

    def _limited(self) -> AbstractContextManager[None]:
        """PyMySQL limits each silence alone."""
        return watched_connection(self._connection, seconds=self._timeout_seconds)

    @contextmanager
    def _long(self, seconds: int = LONG_STATEMENT_SECONDS) -> Iterator[Cursor]:
        """A connection for one long statement: PyMySQL's time limit is a connection's."""
        connection = connect(
            self._target,
            connect_seconds=self._timeout_seconds,
            statement_seconds=seconds,
        )
        try:
            with (
                watched_connection(connection, seconds=seconds),
                translated(),
                connection.cursor() as cursor,
            ):
                yield cursor
        finally:
            close(connection)


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _nowhere() -> str:
    """A database that does not exist, quoted."""
    return _quoted(f"benchbook_{secrets.token_hex(8)}")
