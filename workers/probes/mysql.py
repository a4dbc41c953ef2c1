"""The probe of MySQL and MariaDB."""

import re
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

import pymysql
from pymysql.cursors import Cursor

from benchruns.release_lines import release_line
from workers.probes import counters_mysql, disk, marks_mysql
from workers.probes.base import (
    LONG_STATEMENT_SECONDS,
    Probe,
    ServerCounters,
    ServerFacts,
    checked_table,
    checked_workspace,
)
from workers.probes.mysql_connection import (
    close,
    connect,
    failed,
    file_number,
    told,
    translated,
    watched_connection,
)
from workers.target import Target

DURABILITY = ("sync_binlog", "innodb_flush_log_at_trx_commit", "innodb_doublewrite")
SETTINGS = (
    *DURABILITY,
    "binlog_format",
    "binlog_row_image",
    "character_set_server",
    "innodb_adaptive_hash_index",
    "innodb_buffer_pool_instances",
    "innodb_buffer_pool_size",
    "innodb_flush_method",
    "innodb_flush_neighbors",
    "innodb_io_capacity",
    "innodb_io_capacity_max",
    "innodb_log_buffer_size",
    "innodb_log_file_size",
    "innodb_log_files_in_group",
    "innodb_page_size",
    "innodb_read_io_threads",
    "innodb_redo_log_capacity",
    "innodb_thread_concurrency",
    "innodb_write_io_threads",
    "log_bin",
    "max_connections",
    "max_prepared_stmt_count",
    "performance_schema",
    "query_cache_size",
    "query_cache_type",
    "rpl_semi_sync_master_enabled",
    "rpl_semi_sync_source_enabled",
    "slow_query_log",
    "table_open_cache",
    "thread_cache_size",
    "thread_handling",
    "transaction_isolation",
    "tx_isolation",
    "version_comment",
)

_DENIED = frozenset({1044, 1142, 1227, 1370})
_NUMBERS = re.compile(r"(\d+)\.(\d+)(?:\.\d+)?")

# Asked of a table that does not exist, so that only the privilege is tested: the server
# looks at it first. CREATE stands first, as what a missing grant is called most often.
_QUESTIONS = (
    ("CREATE", "CREATE TABLE {table} LIKE {other}"),
    ("DROP", "DROP TABLE {table}"),
    ("INDEX", "CREATE INDEX i ON {table} (a)"),
    ("SELECT", "SELECT 1 FROM {table}"),
    ("INSERT", "INSERT INTO {table} VALUES (1)"),
    ("UPDATE", "UPDATE {table} SET a = 1"),
    ("DELETE", "DELETE FROM {table}"),
)


class MySQLProbe(Probe):
    """Speaks to MySQL and MariaDB over PyMySQL."""

    def __init__(self, target: Target, *, timeout_seconds: int) -> None:
        self._target = target
        self._timeout_seconds = timeout_seconds
        self._connection = connect(
            target, connect_seconds=timeout_seconds, statement_seconds=timeout_seconds
        )

    def facts(self) -> ServerFacts:
        settings = self._settings()
        full = str(self._value("SELECT VERSION()"))
        comment = settings.get("version_comment", "")
        numbers = _NUMBERS.match(full)
        return ServerFacts(
            engine="mariadb" if "mariadb" in (full + comment).lower() else "mysql",
            version=full if numbers is None else numbers[0],
            release=release_line("mysql", full),
            buffer_bytes=_whole(settings.get("innodb_buffer_pool_size")),
            max_connections=_whole(settings.get("max_connections")),
            durability={
                name: settings[name] for name in DURABILITY if name in settings
            },
            tls_in_use=self._tls_in_use(),
            free_disk_bytes=disk.of_mysql(self._rows, self._file_number),
            settings=settings,
        )

    def missing_privileges(self, *, own_space: bool) -> tuple[str, ...]:
        if not own_space:
            database = self._target.database
            return self._refused(_quoted(database)) if database else ("CREATE",)
        # Of a database that does not exist either: the privileges to create and to
        # drop it are those for its tables.
        return self._refused(_quoted(f"benchbook_{secrets.token_hex(8)}"))

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

    def marked_tables(self, names: Iterable[str], *, mark: str) -> tuple[str, ...]:
        where = {"database": self._target.database, "mark": checked_workspace(mark)}
        with self._limited(), translated(), self._connection.cursor() as cursor:
            return marks_mysql.find(cursor, sorted(names), **where)

    def drop_marked_tables(self, names: Iterable[str], *, mark: str) -> tuple[str, ...]:
        where = {"database": self._target.database, "mark": checked_workspace(mark)}
        with self._long() as cursor:
            return tuple(
                name
                for name in self.marked_tables(names, mark=mark)
                if marks_mysql.drop(
                    cursor, name, place=self._qualified(name, workspace=None), **where
                )
            )

    def take_turn(self) -> bool:
        with self._limited(), translated(), self._connection.cursor() as cursor:
            return marks_mysql.take_turn(cursor)

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
        return (int(row[0]), _whole(row[1])) if row else (0, None)

    def cell(
        self, table: str, column: str, *, id: int, workspace: str | None
    ) -> int | None:
        name = self._qualified(table, workspace=workspace)
        chosen = _quoted(checked_table(column))
        value = self._value(f"SELECT {chosen} FROM {name} WHERE id = %s", (id,))  # noqa: S608 - checked names
        return None if value is None else int(str(value))

    def data_bytes(self, tables: Iterable[str], *, workspace: str | None) -> int | None:
        wanted = sorted(tables)
        if not wanted:
            return 0
        value = self._value(
            "SELECT SUM(data_length + index_length) FROM information_schema.tables "
            "WHERE table_schema = %s AND table_name IN %s",
            (self._space(workspace), wanted),
        )
        return _whole(value)

    def counters(self) -> ServerCounters:
        return counters_mysql.read(
            self._rows(
                "SHOW GLOBAL STATUS WHERE variable_name IN %s",
                (counters_mysql.STATUS_NAMES,),
            )
        )

    def table_counters(
        self, tables: Iterable[str], *, workspace: str | None
    ) -> ServerCounters:
        """InnoDB counts for the whole server alone."""
        return ServerCounters()

    def close(self) -> None:
        close(self._connection)

    def _ping(self) -> None:
        with translated():
            self._connection.ping(reconnect=False)

    def _settings(self) -> dict[str, str]:
        rows = self._rows(
            "SHOW GLOBAL VARIABLES WHERE variable_name IN %s", (list(SETTINGS),)
        )
        return {str(name).lower(): str(value) for name, value in rows}

    def _tls_in_use(self) -> str | None:
        rows = self._rows(
            "SHOW SESSION STATUS WHERE variable_name IN ('Ssl_version', 'Ssl_cipher')"
        )
        told = {str(name): str(value) for name, value in rows}
        if not told.get("Ssl_cipher"):
            return None
        return f"{told.get('Ssl_version', '')} {told['Ssl_cipher']}".strip()

    def _refused(self, space: str) -> tuple[str, ...]:
        suffix = secrets.token_hex(6)
        table, other = (f"{space}.`benchbook_{kind}_{suffix}`" for kind in ("a", "b"))
        return tuple(
            privilege
            for privilege, question in _QUESTIONS
            if self._is_refused(question.format(table=table, other=other))
        )

    def _is_refused(self, statement: str) -> bool:
        """Whether it fails for want of a privilege; a missing table is no matter."""
        with self._limited():
            try:
                with self._connection.cursor() as cursor:
                    cursor.execute(statement)
            except pymysql.MySQLError as error:
                code, text = told(error)
                if code in _DENIED:
                    return True
                if code not in {1008, 1049, 1051, 1146}:
                    raise failed(code, text) from error
        return False

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
    def _long(self) -> Iterator[Cursor]:
        """A connection for one long statement: PyMySQL's time limit is a connection's."""
        connection = connect(
            self._target,
            connect_seconds=self._timeout_seconds,
            statement_seconds=LONG_STATEMENT_SECONDS,
        )
        try:
            with (
                watched_connection(connection, seconds=LONG_STATEMENT_SECONDS),
                translated(),
                connection.cursor() as cursor,
            ):
                yield cursor
        finally:
            close(connection)


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _whole(value: object) -> int | None:
    text = str(value)
    return int(text) if text.isascii() and text.isdigit() else None
