"""The probe of SQL Server; what it asks stands in sql/sqlserver, for DBAs to read."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from functools import cached_property
from typing import Any

from benchruns.failures.failure import BenchbookError
from workers.connecting.target import Target
from workers.engines.interruptible import awaited
from workers.engines.probe import (
    LONG_STATEMENT_SECONDS,
    READING_SECONDS,
    Probe,
    ServerCounters,
    ServerFacts,
    checked_table,
    checked_workspace,
)
from workers.engines.sqlserver import counters, facts
from workers.engines.sqlserver import statements as sql
from workers.engines.sqlserver.connection import TLS_REQUIRED, connect, translated
from workers.engines.variables import Variables
from workers.engines.watchdog import watched

GRANTED = 0  # of sp_getapplock: at once; below zero, somebody else has it

Row = tuple[Any, ...]  # rows are typed by their statement


class SQLServerProbe(Probe):
    """Speaks to SQL Server over pymssql."""

    count = "COUNT_BIG(*)"  # COUNT fails from 2,147,483,648 rows on
    # READ COMMITTED by locks: what commits while a statement reads is seen in part.
    reads_one_moment = False

    def __init__(self, target: Target, *, timeout_seconds: int) -> None:
        self._target = target
        self._timeout_seconds = timeout_seconds
        self._link = connect(target, seconds=timeout_seconds)

    def facts(self) -> ServerFacts:
        sees = self._sees_counters
        return facts.facts(
            facts.Answers(
                properties=self._named("properties"),
                settings={
                    str(name): str(value) for name, value in self._ask("settings")
                },
                options=self._named("new_databases"),
                sees_counters=sees,
                target_bytes=self._if_told("memory"),
                is_encrypted=self._is_encrypted,
                free_disk_bytes=self._if_told("free_disk"),
            )
        )

    def variables(self) -> Variables:
        rows = self._ask("configurations")
        return Variables(values={str(name): str(value) for name, value in rows})

    def missing_privileges(self, *, own_space: bool) -> tuple[str, ...]:
        """The same either way: no workload runs here without a database of its own."""
        may = self._rights
        if may["creates_databases"] or may["creates_from_master"]:
            return ()
        return ("CREATE ANY DATABASE",)

    def create_workspace(self, name: str) -> None:
        space = checked_workspace(name)
        self._run("create_workspace", seconds=LONG_STATEMENT_SECONDS, space=space)

    def drop_workspace(self, name: str) -> None:
        space = checked_workspace(name)
        self._run("drop_workspace", seconds=LONG_STATEMENT_SECONDS, space=space)

    def workspace_exists(self, name: str) -> bool:
        rows = self._ask("workspace_exists", space=checked_workspace(name))
        return rows[0][0] is not None

    def existing_tables(
        self, names: Iterable[str], *, workspace: str | None
    ) -> tuple[str, ...]:
        wanted = sorted(names)
        if not wanted:
            return ()
        rows = self._ask(
            "taken_names", names=sql.listed(wanted), database=sql.prefix(workspace)
        )
        return tuple(str(name) for (name,) in rows)

    def create_marker(self, name: str, *, workspace: str | None, mark: str) -> None:
        """In a workspace alone: here no workload runs without one, nor needs a mark."""
        if workspace is None:
            raise NotImplementedError
        self._run("create_marker", table=sql.table(name, workspace))

    def marked_tables(self, names: Iterable[str], *, mark: str) -> tuple[str, ...]:
        wanted = sorted(names)
        if not wanted:
            return ()
        rows = self._ask(
            "marked_tables", names=sql.listed(wanted), mark=checked_workspace(mark)
        )
        return tuple(str(name) for (name,) in rows)

    def drop_marked_tables(self, names: Iterable[str], *, mark: str) -> tuple[str, ...]:
        return tuple(
            name
            for name in self.marked_tables(names, mark=mark)
            if self._drop_marked(name, mark=mark)
        )

    def _drop_marked(self, name: str, *, mark: str) -> bool:
        try:
            rows = self._ask(
                "drop_marked_table",
                seconds=LONG_STATEMENT_SECONDS,
                table=checked_table(name),
                mark=checked_workspace(mark),
            )
        except BenchbookError as error:
            if error.failure.code != "table_missing":
                raise
            return False  # somebody else dropped it
        return bool(rows[0][0])

    def take_turn(self) -> bool:
        return bool(self._ask("take_turn")[0][0] >= GRANTED)

    def _count_after(
        self, first_id: int, table: str, *, workspace: str | None, key: str, most: int
    ) -> tuple[int, int | None]:
        rows = self._ask(
            "count_after",
            seconds=LONG_STATEMENT_SECONDS,
            table=sql.table(table, workspace),
            key=sql.column(key),
            first_id=str(int(first_id)),
            most=str(int(most)),
        )
        return rows[0]

    def cell(
        self, table: str, column: str, *, id: int, workspace: str | None
    ) -> int | None:
        rows = self._ask(
            "cell",
            table=sql.table(table, workspace),
            column=sql.column(column),
            id=str(int(id)),
        )
        return rows[0][0] if rows else None

    def rows(
        self, statement: str, *, workspace: str, go_on: Callable[[], None]
    ) -> list[Row]:
        """On a connection of its own: broken off, it is of no more use."""
        inside = replace(self._target, database=checked_workspace(workspace))
        with closing(connect(inside, seconds=self._timeout_seconds)) as link:

            def answer() -> list[Row]:
                with (
                    watched(link.file_number, seconds=READING_SECONDS),
                    translated(),
                    link.connection.cursor() as cursor,
                ):
                    cursor.execute(statement)
                    return cursor.fetchall()

            return awaited(answer, go_on=go_on, interrupt=link.break_off)

    def data_bytes(self, tables: Iterable[str], *, workspace: str | None) -> int | None:
        wanted = sorted(tables)
        if not wanted:
            return 0
        rows = self._ask(
            "data_bytes", names=sql.listed(wanted), database=sql.prefix(workspace)
        )
        return int(rows[0][0])

    def counters(self) -> ServerCounters:
        """Nothing where the account may not see them: that is a caution, no error."""
        if not self._sees_counters:
            return ServerCounters()
        return counters.read(self._ask("counters"))

    def table_counters(
        self, tables: Iterable[str], *, workspace: str | None
    ) -> ServerCounters:
        """The buffer manager counts for the whole server alone."""
        return ServerCounters()

    def close(self) -> None:
        self._link.close()

    def ping_ms(self) -> float:
        with self._limited(None):  # the watchdog's own start is not to be measured
            return super().ping_ms()

    def _ping(self) -> None:
        cursor = self._link.connection.cursor()
        cursor.execute("SELECT 1 AS one")
        cursor.fetchall()

    @cached_property
    def _rights(self) -> Mapping[str, Any]:
        return self._named("rights")

    @property
    def _sees_counters(self) -> bool:
        return bool(self._rights["sees_state"] or self._rights["sees_performance"])

    @property
    def _is_encrypted(self) -> bool | None:
        """What was required is so; else the server says it, if the account may know."""
        if self._target.tls in TLS_REQUIRED:
            return True
        told = self._if_told("encryption")
        return None if told is None else told == "TRUE"

    def _if_told(self, name: str) -> Any:  # typed by its statement
        """The first value; None if the account may not know, or the version does not."""
        with suppress(BenchbookError):
            rows = self._ask(name)
            return rows[0][0] if rows else None
        return None

    def _named(self, name: str) -> Mapping[str, Any]:
        """The one row of a statement, by the names of its columns; empty if none."""
        with self._limited(None), self._link.connection.cursor(as_dict=True) as cursor:
            cursor.execute(sql.statement(name))
            row: Mapping[str, Any] | None = cursor.fetchone()
            return row or {}

    def _ask(
        self, name: str, *, seconds: int | None = None, **values: str
    ) -> list[Row]:
        with self._limited(seconds), self._link.connection.cursor() as cursor:
            cursor.execute(sql.statement(name, **values))
            return cursor.fetchall()

    def _run(self, name: str, *, seconds: int | None = None, **values: str) -> None:
        with self._limited(seconds), self._link.connection.cursor() as cursor:
            cursor.execute(sql.statement(name, **values))

    @contextmanager
    def _limited(self, seconds: int | None) -> Iterator[None]:
        """A time limit of a connection's own: pymssql has one for the whole process."""
        limit = seconds or self._timeout_seconds
        with watched(self._link.file_number, seconds=limit), translated():
            yield
