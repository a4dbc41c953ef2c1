"""The probe of PostgreSQL."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cached_property
from typing import Any, LiteralString

import psycopg
from psycopg import sql
from psycopg.pq import ExecStatus

from benchruns.evidence import server_bounds
from benchruns.evidence.waits import HotRow
from benchruns.failures.failure import BenchbookError, failure
from workers.connecting.target import Target
from workers.engines.interruptible import awaited
from workers.engines.postgresql import counters, disk, facts, marks, variables, waits
from workers.engines.postgresql.connection import connect, translated
from workers.engines.probe import (
    LONG_STATEMENT_SECONDS,
    READING_SECONDS,
    TABLE_TOTALS,
    Probe,
    ServerCounters,
    ServerFacts,
    checked_table,
    checked_workspace,
)
from workers.engines.variables import Variables
from workers.engines.watchdog import shut, watched

GRACE_SECONDS = 5  # the server ends a statement itself; then the socket is shut

_Query = LiteralString | sql.SQL | sql.Composed


class PostgreSQLProbe(Probe):
    """Speaks to PostgreSQL over psycopg."""

    def __init__(self, target: Target, *, timeout_seconds: int) -> None:
        self._target = target
        self._timeout_seconds = timeout_seconds
        self._connection = connect(target, timeout_seconds=timeout_seconds)

    def facts(self) -> ServerFacts:
        return facts.facts(
            settings=self._settings(),
            version=str(self._value(facts.OF_VERSION)),
            buffer_bytes=server_bounds.whole(self._value(facts.OF_BUFFER)),
            tls_in_use=self._tls_in_use(),
            free_disk_bytes=disk.free_bytes(self._rows, self._file_number),
        )

    def server_pid(self) -> int | None:
        return disk.server_pid(self._rows, self._file_number)

    def variables(self) -> Variables:
        return variables.variables(self._rows(variables.ALL))

    def missing_privileges(self, *, own_space: bool) -> tuple[str, ...]:
        if self._value("SELECT pg_is_in_recovery()"):
            raise BenchbookError(failure("server_read_only", "pg_is_in_recovery() = t"))
        if own_space:
            row = self._rows(
                "SELECT current_database(),"
                " has_database_privilege(current_database(), 'CREATE')"
            )[0]
            return () if row[1] else (f"CREATE on database {row[0]}",)
        row = self._rows(
            "SELECT current_schema(), has_schema_privilege(current_schema(), 'CREATE')"
        )[0]
        if row[0] is None:
            return ("USAGE on a schema of the search path",)
        return () if row[1] else (f"CREATE on schema {row[0]}",)

    def create_workspace(self, name: str) -> None:
        self._execute(sql.SQL("CREATE SCHEMA {}").format(_schema(name)))

    def drop_workspace(self, name: str) -> None:
        statement = sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(_schema(name))
        self._execute(statement, seconds=LONG_STATEMENT_SECONDS)

    def workspace_exists(self, name: str) -> bool:
        rows = self._rows(
            "SELECT 1 FROM pg_namespace WHERE nspname = %s", (checked_workspace(name),)
        )
        return bool(rows)

    def existing_tables(
        self, names: Iterable[str], *, workspace: str | None
    ) -> tuple[str, ...]:
        # to_regclass looks where sysbench's own unqualified names would be found
        rows = self._rows(
            "SELECT name FROM unnest(%s::text[]) AS name"
            " WHERE to_regclass(%s || quote_ident(name)) IS NOT NULL ORDER BY name",
            (sorted(names), _prefix(workspace)),
        )
        return tuple(str(row[0]) for row in rows)

    def create_marker(self, name: str, *, workspace: str | None, mark: str) -> None:
        self._create_marked(
            {name: "id int PRIMARY KEY"}, workspace=workspace, mark=mark
        )

    def marked_tables(self, names: Iterable[str], *, mark: str) -> tuple[str, ...]:
        rows = self._rows(
            "SELECT name FROM unnest(%s::text[]) AS name WHERE obj_description("
            "to_regclass(quote_ident(name)), 'pg_class') = %s ORDER BY name",
            (sorted(names), checked_workspace(mark)),
        )
        return tuple(str(row[0]) for row in rows)

    def drop_marked_tables(self, names: Iterable[str], *, mark: str) -> tuple[str, ...]:
        wanted = [checked_table(name) for name in sorted(names)]
        places = self._rows(marks.PLACES, (wanted, checked_workspace(mark)))
        return tuple(
            str(name)
            for schema, name in places
            if self._drop_marked(schema, name, mark=mark)
        )

    def _drop_marked(self, schema: str, name: str, *, mark: str) -> bool:
        with self._limited(LONG_STATEMENT_SECONDS):
            return marks.drop(self._connection, schema, name, mark=mark)

    def take_turn(self) -> bool:
        return bool(self._value(marks.TURN))

    def create_marked_tables(
        self, definitions: Mapping[str, LiteralString], *, mark: str
    ) -> None:
        self._create_marked(definitions, workspace=None, mark=mark)

    def _create_marked(
        self,
        definitions: Mapping[str, LiteralString],
        *,
        workspace: str | None,
        mark: str,
    ) -> None:
        comment = sql.Literal(checked_workspace(mark))
        with self._limited(None), self._connection.transaction():
            for name, columns in definitions.items():
                table = _named(name, workspace)
                self._connection.execute(
                    sql.SQL("CREATE TABLE {} ({})").format(table, sql.SQL(columns))
                )
                self._connection.execute(
                    sql.SQL("COMMENT ON TABLE {} IS {}").format(table, comment)
                )

    def count_all(self, table: str, *, workspace: str | None) -> int:
        statement = sql.SQL("SELECT count(*) FROM {}").format(_named(table, workspace))
        rows = self._rows(statement, seconds=LONG_STATEMENT_SECONDS)
        return int(rows[0][0])

    def _count_after(
        self, first_id: int, table: str, *, workspace: str | None, key: str, most: int
    ) -> tuple[int, int | None]:
        statement = sql.SQL(
            "SELECT count(*), max({key}) FROM"
            " (SELECT {key} FROM {table} WHERE {key} > %s ORDER BY {key} LIMIT %s)"
            " AS part"
        ).format(key=sql.Identifier(checked_table(key)), table=_named(table, workspace))
        rows = self._rows(statement, (first_id, most), seconds=LONG_STATEMENT_SECONDS)
        return rows[0][0], rows[0][1]

    def cell(
        self, table: str, column: str, *, id: int, workspace: str | None
    ) -> int | None:
        statement = sql.SQL("SELECT {} FROM {} WHERE id = %s").format(
            sql.Identifier(checked_table(column)), _named(table, workspace)
        )
        value = self._value(statement, (id,))
        return None if value is None else int(str(value))

    def rows(
        self, statement: str, *, workspace: str, go_on: Callable[[], None]
    ) -> list[tuple[Any, ...]]:
        def answer() -> list[tuple[Any, ...]]:
            with self._limited(READING_SECONDS), self._connection.transaction():
                self._connection.execute("SET TRANSACTION READ ONLY")
                self._connection.execute(
                    sql.SQL("SET LOCAL search_path TO {}").format(_schema(workspace))
                )
                return self._connection.execute(statement.encode()).fetchall()

        return awaited(answer, go_on=go_on, interrupt=self._interrupt)

    def _interrupt(self) -> None:
        """End the statement on the server; a frozen one is left alone."""
        with suppress(psycopg.Error):
            self._connection.cancel_safe(timeout=self._timeout_seconds)
        shut(self._file_number)

    def data_bytes(self, tables: Iterable[str], *, workspace: str | None) -> int | None:
        value = self._value(
            "SELECT coalesce(sum(pg_total_relation_size("
            "to_regclass(%s || quote_ident(name)))), 0)::bigint"
            " FROM unnest(%s::text[]) AS name",
            (_prefix(workspace), sorted(tables)),
        )
        return int(str(value))

    def counters(self) -> ServerCounters:
        rows = self._rows(counters.OF_DATABASE)
        found = counters.read_database(rows[0] if rows else None)
        if not self._has_io:
            return found
        io = counters.read(counters.IO_TOTALS, self._rows(counters.OF_IO)[0])
        return found.with_totals(io.totals)

    def table_counters(
        self, tables: Iterable[str], *, workspace: str | None
    ) -> ServerCounters:
        rows = self._rows(counters.OF_TABLES, (workspace, sorted(tables)))
        return counters.read(TABLE_TOTALS, rows[0])

    @property
    def late_seconds(self) -> float:
        return counters.late_seconds(self._connection.info.server_version)

    @cached_property
    def _has_io(self) -> bool:
        return bool(self._value(counters.HAS_IO))

    def waits(self) -> Mapping[str, int]:
        return waits.read(self._rows(waits.OF_SESSIONS))

    def hot_row(
        self, tables: Collection[str], *, workspace: str | None
    ) -> HotRow | None:
        rows = self._rows(waits.OF_QUEUE, (list(tables),))
        if not rows:
            return None
        name, schema, key = rows[0]
        if key is None:
            return HotRow(table=name, key="")
        table = sql.Identifier(schema, name)
        statement = sql.SQL(waits.OF_ROW).format(table=table, key=sql.Identifier(key))
        values = {"table": table.as_string(self._connection)}
        found = waits.key_of(lambda: self._rows(statement, values))
        return HotRow(table=name, key=found)

    def close(self) -> None:
        self._connection.close()

    def ping_ms(self) -> float:
        with self._limited(None):  # the watchdog's own start is not to be measured
            return super().ping_ms()

    def _ping(self) -> None:
        """An empty query, past psycopg's own work on a statement."""
        answer = self._connection.pgconn.exec_(b"")
        if answer.status != ExecStatus.EMPTY_QUERY:
            raise psycopg.OperationalError(answer.get_error_message())

    def _settings(self) -> dict[str, str]:
        rows = self._rows(facts.OF_SETTINGS, (list(facts.SETTINGS),))
        return {str(name): str(value) for name, value in rows}

    def _tls_in_use(self) -> str | None:
        rows = self._rows(facts.OF_TLS)
        return f"{rows[0][0]} {rows[0][1]}" if rows else None

    def _rows(
        self,
        statement: _Query,
        values: Sequence[object] | Mapping[str, object] = (),
        *,
        seconds: int | None = None,
    ) -> list[tuple[Any, ...]]:  # rows are typed by their statement
        with self._limited(seconds), self._connection.cursor() as cursor:
            return cursor.execute(statement, values).fetchall()

    def _value(self, statement: _Query, values: Sequence[object] = ()) -> object:
        rows = self._rows(statement, values)
        return rows[0][0] if rows else None

    def _execute(self, statement: _Query, *, seconds: int | None = None) -> None:
        with self._limited(seconds):
            self._connection.execute(statement)

    @contextmanager
    def _limited(self, seconds: int | None) -> Iterator[None]:
        """A time limit that holds even if the server is frozen, and plain errors."""
        limit = seconds or self._timeout_seconds
        with self._watched(limit + GRACE_SECONDS), translated():
            if seconds is not None:
                self._set_limit(seconds)
            yield
            if seconds is not None:
                self._set_limit(self._timeout_seconds)

    def _watched(self, seconds: float) -> AbstractContextManager[None]:
        return watched(self._file_number, seconds=seconds)

    def _file_number(self) -> int:
        try:
            return self._connection.fileno()
        except psycopg.Error as error:
            raise OSError("closed") from error

    def _set_limit(self, seconds: int) -> None:
        self._connection.execute(
            "SELECT set_config('statement_timeout', %s, false)", (f"{seconds}s",)
        )


def _schema(name: str) -> sql.Identifier:
    return sql.Identifier(checked_workspace(name))


def _named(table: str, workspace: str | None) -> sql.Identifier:
    if workspace is None:
        return sql.Identifier(checked_table(table))
    return sql.Identifier(checked_workspace(workspace), checked_table(table))


def _prefix(workspace: str | None) -> str:
    return "" if workspace is None else f"{checked_workspace(workspace)}."
