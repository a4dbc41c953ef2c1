"""Connections to MySQL and MariaDB: made in time, and with errors that can be told."""

import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

import pymysql

from benchruns.engines.mysql import FAMILY
from benchruns.failures.diagnosis import diagnose_error
from benchruns.failures.failure import BenchbookError
from workers.connecting.target import Target
from workers.engines.mysql import tls
from workers.engines.watchdog import watched

if TYPE_CHECKING:
    from pymysql.connections import Connection
    from pymysql.cursors import Cursor


def connect(
    target: Target, *, connect_seconds: int, statement_seconds: int
) -> "Connection[Cursor]":
    with translated():
        # the host's name is for the certificate; the checked address is connected to
        connection = tls.Connection(
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
            ssl=tls.context(target.tls, target.tls_ca),
            defer_connect=True,
            may_have_password=target.may_have_password,
        )
    deadline = time.monotonic() + connect_seconds
    sock = _reach(target, seconds=connect_seconds)
    # TLS takes the socket's place, so the watch keeps a handle of its own
    with (
        sock.dup() as handle,
        watched(handle.fileno, seconds=max(deadline - time.monotonic(), 0)),
        translated(),
    ):
        connection.connect(sock)
    return connection


def _reach(target: Target, *, seconds: int) -> socket.socket:
    try:
        sock = socket.create_connection((target.address, target.port), timeout=seconds)
    except OSError as error:
        raise failed(2003, f"Can't connect to {target.host!r} ({error})") from error
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    return sock


def watched_connection(
    connection: "Connection[Cursor]", *, seconds: float
) -> AbstractContextManager[None]:
    return watched(partial(file_number, connection), seconds=seconds)


def file_number(connection: "Connection[Cursor]") -> int:
    sock: socket.socket | None = connection._sock  # type: ignore[attr-defined] # told nowhere else
    if sock is None:
        raise OSError("closed")
    return sock.fileno()


def close(connection: "Connection[Cursor]") -> None:
    with suppress(pymysql.MySQLError):  # the server may be gone; closed is closed
        connection.close()


@contextmanager
def translated() -> Iterator[None]:
    try:
        yield
    except pymysql.MySQLError as error:
        raise failed(*number_and_text(error)) from error
    except OSError as error:  # a TLS handshake fails below the driver
        raise failed(
            2026 if isinstance(error, ssl.SSLError) else 2013, str(error)
        ) from error


def number_and_text(error: pymysql.MySQLError) -> tuple[int | None, str]:
    """A driver error's number and text; some carry a text alone."""
    code = error.args[0] if error.args else None
    text = " ".join(str(part) for part in error.args)
    return (code, text) if isinstance(code, int) else (None, text)


def failed(code: int | None, text: str) -> BenchbookError:
    return BenchbookError(diagnose_error(code, text, engine_family=FAMILY))
