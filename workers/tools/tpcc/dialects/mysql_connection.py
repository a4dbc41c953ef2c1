"""Connections to MySQL and MariaDB, and rows sent to them as a file that never was."""

import socket
import ssl
from collections.abc import Iterable
from contextlib import closing
from threading import Timer

import pymysql
from pymysql.connections import MySQLResult

from workers.engines.mysql import tls as mysql_tls
from workers.tools.tpcc.options import Place

CONNECT_SECONDS = 10
# A host that is gone is noticed after 30 s, not after the two hours of the system.
KEEPALIVE = {"TCP_KEEPIDLE": 15, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3}
# What a table takes is what was sent, on every server: no silent cutting of values.
SQL_MODE = "STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION"


class Connection(mysql_tls.Connection):
    """Answers LOAD DATA LOCAL with the rows being loaded, whatever file is asked for.

    A server may answer any statement by asking for any file of the client's; this one
    opens none.
    """

    _chunks: Iterable[bytes] = ()

    def load(self, statement: str, chunks: Iterable[bytes]) -> None:
        """Carry out LOAD DATA LOCAL INFILE; ``chunks`` are its file's content."""
        self._chunks = chunks
        try:
            self.query(statement)
        finally:
            self._chunks = ()

    def send_chunks(self) -> None:
        chunks, self._chunks = self._chunks, ()
        for chunk in chunks:
            self.write_packet(chunk)

    def _read_query_result(self, unbuffered: bool = False) -> int:  # noqa: FBT001, FBT002 - PyMySQL's own signature
        """As PyMySQL has it for results that are read whole, but with our ``_Result``."""
        self._result = None
        result = _Result(self)
        result.read()
        self._result = result
        if result.server_status is not None:
            self.server_status = result.server_status
        return result.affected_rows or 0


class _Result(MySQLResult):
    connection: Connection

    def _read_load_local_packet(self, first_packet: object) -> None:
        connection = self.connection
        try:
            connection.send_chunks()
        finally:
            connection.write_packet(b"")  # the end of the file
            answer = connection._read_packet()
        self._read_ok_packet(answer)  # type: ignore[attr-defined] # not in the stubs


def connect(place: Place) -> Connection:
    """Logged in within ``CONNECT_SECONDS``; what fails is an error of PyMySQL's."""
    connection = Connection(
        # the name is for the certificate; the checked address is connected to
        host=place.host,
        port=place.port,
        user=place.username,
        # as bytes: PyMySQL would encode a text as Latin-1
        password=place.password.encode(),
        database=place.space,
        charset="utf8mb4",
        sql_mode=SQL_MODE,
        autocommit=True,
        local_infile=True,
        ssl_disabled=place.tls == "disable",
        ssl=_ssl_context(place),
        defer_connect=True,
        may_have_password=place.may_have_password,
    )
    try:
        sock = socket.create_connection((place.address, place.port), CONNECT_SECONDS)
    except OSError as error:
        raise pymysql.OperationalError(
            2003, f"Can't connect to MySQL server on {place.host!r} ({error})"
        ) from error
    _keep_alive(sock)
    # TLS takes the socket's place, so the alarm keeps a handle of its own
    with closing(sock.dup()) as handle:
        alarm = Timer(CONNECT_SECONDS, handle.shutdown, [socket.SHUT_RDWR])
        alarm.start()
        try:
            connection.connect(sock)
        finally:
            alarm.cancel()
            alarm.join()
    return connection


def _keep_alive(sock: socket.socket) -> None:
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in KEEPALIVE.items():
        sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def _ssl_context(place: Place) -> ssl.SSLContext | None:
    try:
        return mysql_tls.context(place.tls, place.tls_ca)
    except ssl.SSLError as error:
        raise pymysql.OperationalError(2026, f"no usable CA: {error}") from error
