"""The probe of MySQL and MariaDB."""

import re
import secrets
import socket
import ssl
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

import pymysql
from pymysql.cursors import Cursor

from benchruns.diagnosis import diagnose_error
from benchruns.failures import BenchbookError
from workers.probes import counters_mysql, disk
from workers.probes.base import (
    LONG_STATEMENT_SECONDS,
    Probe,
    ServerCounters,
    ServerFacts,
    checked_table,
    checked_workspace,
)
from workers.probes.watchdog import watched
from workers.target import Target

if TYPE_CHECKING:
    from pymysql.connections import Connection

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
        self._connection = _connect(
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
            release=full if numbers is None else f"{numbers[1]}.{numbers[2]}",
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
        wanted = sorted(names)
        if not wanted:
            return ()
        rows = self._rows(
            "SELECT table_name FROM information_schema.tables "
            "WHERE table_schema = %s AND table_name IN %s AND table_comment = %s "
            "AND table_type = 'BASE TABLE' ORDER BY table_name",
            (self._target.database, wanted, checked_workspace(mark)),
        )
        return tuple(str(row[0]) for row in rows)

    def drop_marked_tables(self, names: Iterable[str], *, mark: str) -> tuple[str, ...]:
        marked = self.marked_tables(names, mark=mark)
        with self._long() as cursor:
            for table in marked:
                cursor.execute(f"DROP TABLE {self._qualified(table, workspace=None)}")
        return marked

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
        _close(self._connection)

    def _ping(self) -> None:
        with _translated():
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
                code, text = _told(error)
                if code in _DENIED:
                    return True
                if code not in {1008, 1049, 1051, 1146}:
                    raise _failed(code, text) from error
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
        with self._limited(), _translated(), self._connection.cursor() as cursor:
            cursor.execute(statement, values)
            return tuple(cursor.fetchall())

    def _value(self, statement: str, values: Sequence[object] = ()) -> object:
        rows = self._rows(statement, values)
        return rows[0][0] if rows else None

    def _execute(self, statement: str) -> None:
        with self._limited(), _translated(), self._connection.cursor() as cursor:
            cursor.execute(statement)

    def _file_number(self) -> int:
        return _file_number(self._connection)

    def _limited(self) -> AbstractContextManager[None]:
        """PyMySQL limits each silence alone."""
        return _watched(self._connection, seconds=self._timeout_seconds)

    @contextmanager
    def _long(self) -> Iterator[Cursor]:
        """A connection for one long statement: PyMySQL's time limit is a connection's."""
        connection = _connect(
            self._target,
            connect_seconds=self._timeout_seconds,
            statement_seconds=LONG_STATEMENT_SECONDS,
        )
        try:
            with (
                _watched(connection, seconds=LONG_STATEMENT_SECONDS),
                _translated(),
                connection.cursor() as cursor,
            ):
                yield cursor
        finally:
            _close(connection)


def _connect(
    target: Target, *, connect_seconds: int, statement_seconds: int
) -> "Connection[Cursor]":
    with _translated():
        # the host's name is for the certificate; the checked address is connected to
        connection: Connection[Cursor] = pymysql.connect(
            host=target.host,
            port=target.port,
            user=target.username,
            # as bytes: PyMySQL would encode a text as Latin-1
            password=target.password.encode(),
            database=target.database or None,
            charset="utf8mb4",
            autocommit=True,
            read_timeout=statement_seconds,
            write_timeout=statement_seconds,
            ssl_disabled=target.tls == "disable",
            ssl=_ssl_context(target),
            defer_connect=True,
        )
    deadline = time.monotonic() + connect_seconds
    sock = _reach(target, seconds=connect_seconds)
    # TLS takes the socket's place, so the watch keeps a handle of its own
    with (
        sock.dup() as handle,
        watched(handle.fileno, seconds=max(deadline - time.monotonic(), 0)),
        _translated(),
    ):
        connection.connect(sock)
    return connection


def _reach(target: Target, *, seconds: int) -> socket.socket:
    try:
        sock = socket.create_connection((target.address, target.port), timeout=seconds)
    except OSError as error:
        raise _failed(2003, f"Can't connect to {target.host!r} ({error})") from error
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    return sock


def _watched(
    connection: "Connection[Cursor]", *, seconds: float
) -> AbstractContextManager[None]:
    return watched(partial(_file_number, connection), seconds=seconds)


def _file_number(connection: "Connection[Cursor]") -> int:
    sock: socket.socket | None = connection._sock  # type: ignore[attr-defined] # told nowhere else
    if sock is None:
        raise OSError("closed")
    return sock.fileno()


def _ssl_context(target: Target) -> ssl.SSLContext | None:
    """What TLS must be; None leaves it to PyMySQL, which then prefers it."""
    if target.tls not in {"require", "verify-full"}:
        return None
    context = ssl.create_default_context(cadata=target.tls_ca)
    # certificates that MySQL makes for itself do not pass the strict rules
    context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    context.check_hostname = target.tls == "verify-full"
    if target.tls == "require" and target.tls_ca is None:
        context.verify_mode = ssl.CERT_NONE
    return context


def _close(connection: "Connection[Cursor]") -> None:
    with suppress(pymysql.MySQLError):  # the server may be gone; closed is closed
        connection.close()


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except pymysql.MySQLError as error:
        raise _failed(*_told(error)) from error
    except OSError as error:  # a TLS handshake fails below the driver
        raise _failed(
            2026 if isinstance(error, ssl.SSLError) else 2013, str(error)
        ) from error


def _told(error: pymysql.MySQLError) -> tuple[int | None, str]:
    """A driver error's number and text; some carry a text alone."""
    code = error.args[0] if error.args else None
    text = " ".join(str(part) for part in error.args)
    return (code, text) if isinstance(code, int) else (None, text)


def _failed(code: int | None, text: str) -> BenchbookError:
    return BenchbookError(diagnose_error(code, text, engine_family="mysql"))


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _whole(value: object) -> int | None:
    text = str(value)
    return int(text) if text.isascii() and text.isdigit() else None
