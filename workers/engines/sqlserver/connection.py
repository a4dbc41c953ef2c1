"""Connections to SQL Server: made in time, and with errors that can be told."""

import os
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Lock

import psutil
import pymssql

from benchruns.engines.sqlserver import FAMILY
from benchruns.failures.diagnosis import diagnose_error
from benchruns.failures.failure import BenchbookError, failure
from workers.connecting.target import Target
from workers.engines.sqlserver.statements import quoted
from workers.engines.watchdog import watched
from workers.tools.tpcc.dialects.sqlserver import connection as freetds
from workers.tools.tpcc.options import Place

# A login that names a database that it may not use is refused as if its password were
# wrong; USE tells the cause. Every account may enter this one.
LOGIN_DATABASE = "master"
TLS_REQUIRED = frozenset({"require", "verify-full"})

LOGIN_FAILED, CONNECTION_FAILED, SERVER_SAID = 18456, 20002, 20018
_SEVERITY_OF_LOGIN_FAILED = 14
_DRIVERS_OWN = re.compile(r"DB-Lib error message (\d+), severity (\d+)")

# A connection's socket is known by being the new one.
_CONNECTING = Lock()

Told = tuple[int | None, str]


@dataclass(frozen=True, slots=True)
class Link:
    """A connection and its socket, which pymssql does not tell."""

    connection: pymssql.Connection
    number: int
    place: tuple[str, int]

    def file_number(self) -> int:
        """OSError once the socket is closed: its number may mean another one then."""
        if self.number not in _sockets_to(self.place):
            raise OSError("closed")
        return self.number

    def break_off(self) -> None:
        """Whoever waits for an answer gets an error; the server rolls back."""
        with (
            suppress(OSError),  # it may have ended by itself
            socket.socket(fileno=os.dup(self.file_number())) as sock,
        ):
            sock.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        with suppress(pymssql.Error):  # the server may be gone; closed is closed
            self.connection.close()


def connect(target: Target, *, seconds: int) -> Link:
    place = (target.address, target.port)
    with _CONNECTING:
        before = _sockets_to(place)

        def newest() -> int:
            return next(iter(_sockets_to(place) - before), -1)

        with watched(newest, seconds=seconds), _login_translated(target):
            connection = _logged_in(target)
        link = Link(connection, newest(), place)
    if target.database:
        try:
            with watched(link.file_number, seconds=seconds), translated():
                connection.cursor().execute(f"USE {quoted(target.database)}")
        except BenchbookError:
            link.close()
            raise
    return link


def _logged_in(target: Target) -> pymssql.Connection:
    """As the load itself does: with the same TLS, verified the same way."""
    return freetds.connect(
        Place(
            dialect="sqlserver",
            host=target.host,
            address=target.address,
            port=target.port,
            username=target.username,
            password=target.password,
            database=LOGIN_DATABASE,
            space=LOGIN_DATABASE,
            tls=target.tls,
            tls_ca=target.tls_ca,
            allow_tls_1_0=target.allow_tls_1_0,
            allow_cleartext_password=target.allow_cleartext_password,
        )
    )


def _sockets_to(place: tuple[str, int]) -> frozenset[int]:
    """The file numbers of this process's connections to an address and port."""
    opened = psutil.Process().net_connections("tcp")
    return frozenset(each.fd for each in opened if tuple(each.raddr) == place)


@contextmanager
def translated(read: Callable[[pymssql.Error], Told] | None = None) -> Iterator[None]:
    try:
        yield
    except pymssql.Error as error:
        number, text = (read or number_and_text)(error)
        raise BenchbookError(
            diagnose_error(number, text, engine_family=FAMILY)
        ) from error


@contextmanager
def _login_translated(target: Target) -> Iterator[None]:
    """FreeTDS says no more than that the login failed where TLS did."""
    try:
        with translated(login_failure):
            yield
    except BenchbookError as error:
        if error.failure.code == "server_gone" and target.tls in TLS_REQUIRED:
            detail = error.failure.detail
            raise BenchbookError(failure("tls_failed", detail)) from error
        raise


def number_and_text(error: pymssql.Error) -> Told:
    """A driver error's number, and the server's text or else the driver's own."""
    number, text = _parts(error)
    servers = text.partition("DB-Lib error message")[0].strip()
    return number, servers or text


def login_failure(error: pymssql.Error) -> Told:
    """The same of a connection that was not made.

    pymssql 2.4 never forgets the gravest error that a login of this process met: it
    gives that one's number with every later failure, and the server's text only where
    that is graver still. Before the driver's lines on this login stand those on
    connections that broke since. So the last line decides that tells a cause.
    """
    number, text = number_and_text(error)
    if _DRIVERS_OWN.match(text) is None:
        return number, text
    lines = list(_DRIVERS_OWN.finditer(text))
    causes = [line for line in lines if int(line[1]) != CONNECTION_FAILED]
    last = (causes or lines)[-1]
    own = text[last.start() :]
    if int(last[1]) != SERVER_SAID:
        return int(last[1]), own
    is_refused = int(last[2]) == _SEVERITY_OF_LOGIN_FAILED
    return (LOGIN_FAILED if is_refused else number), own


def _parts(error: pymssql.Error) -> Told:
    """Errors of a login carry one pair, those of statements its two halves."""
    parts = error.args
    if parts and isinstance(parts[0], tuple):
        parts = parts[0]
    number = parts[0] if parts and isinstance(parts[0], int) else None
    texts = (part for part in parts if not isinstance(part, int))
    return number, " ".join(
        part.decode(errors="replace") if isinstance(part, bytes) else str(part)
        for part in texts
    )
