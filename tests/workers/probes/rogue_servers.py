"""Servers that log a client in and then do it harm, one a protocol.

    with rogue_server("mysql", "rows") as server:
        probes.connect(server.target)

``rows`` and ``notices`` never end, ``value`` is one that is as long as a protocol can
say, ``silence`` is no answer at all, ``drip`` one of a byte now and then, ``nonsense`` are
bytes that mean nothing, ``error`` is an error with a text of 100 MB, ``upload`` asks for a
file (MySQL: LOCAL INFILE). Those of rogue_logins.py do their
harm before that.
"""

import select
import socket
import socketserver
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle

from tests import tds_tokens
from tests.tds_server import packets
from workers.connecting.target import Target

HARMS = {
    "mysql": ("rows", "value", "error", "upload", "silence", "drip", "nonsense"),
    "postgresql": (
        *("rows", "value", "notices", "error", "upload", "silence", "drip"),
        "nonsense",
    ),
    "sqlserver": (
        *("rows", "value", "notices", "error", "silence", "drip", "nonsense"),
    ),
}
_PIECE = 64 * 1024
ERROR_BYTES = 100 * 10**6
DRIP_SECONDS = 0.2
_MOST_BYTES = 8 * 2**30  # of one answer, so that a test of no limits ends, too


@dataclass(frozen=True, slots=True)
class RogueServer:
    engine: str
    port: int

    @property
    def target(self) -> Target:
        return Target(
            engine=self.engine,
            host="127.0.0.1",
            address="127.0.0.1",
            port=self.port,
            username="tests",
            password="for-tests",
            database="tests",
            allow_cleartext_password=True,
        )


@contextmanager
def rogue_server(engine: str, harm: str) -> Iterator[RogueServer]:
    with serving(lambda stream: _PROTOCOLS[engine](stream).serve(harm)) as port:
        yield RogueServer(engine, port)


def harm_instead_of_answer(family: str, stream: "Stream", harm: str) -> None:
    """To who is logged in already, and has just asked something."""
    _PROTOCOLS[family](stream).do_harm(harm)


@contextmanager
def a_place_that_counts() -> Iterator[tuple[int, list[object]]]:
    """A port, and who connected to it so far."""
    came: list[object] = []

    def serve(stream: "Stream") -> None:
        came.append(stream)
        stream.wait()

    with serving(serve) as port:
        yield port, came


@contextmanager
def serving(serve: Callable[["Stream"], None]) -> Iterator[int]:
    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            try:
                serve(Stream(self.request))
            except (OSError, EOFError):  # the client had enough
                return

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True
        block_on_close = False

    with Server(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()


class Stream:
    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.send = connection.sendall

    def exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            got = self.connection.recv(size - len(data))
            if not got:
                raise EOFError
            data += got
        return data

    def repeat(self, piece: bytes, *, most: int = _MOST_BYTES) -> None:
        """As much of it as is never asked for, or ``most`` bytes."""
        many = piece * max(_PIECE // len(piece), 1)
        while most > 0:
            self.send(many[:most])
            most -= len(many)

    def drip(self, piece: bytes) -> None:
        """It over and over, a byte now and then."""
        for byte in cycle(piece):
            self.send(bytes([byte]))
            readable, _, _ = select.select([self.connection], [], [], DRIP_SECONDS)
            if readable and not self.connection.recv(_PIECE):
                raise EOFError

    def wait(self) -> None:
        """Say nothing until the client goes."""
        while self.connection.recv(_PIECE):
            pass


class _MySQL:
    """Protocol 41 of MySQL: packets of three bytes of length and one of sequence."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def serve(self, harm: str) -> None:
        self._log_in()
        while self._question().upper().startswith((b"SET", b"USE")):
            self._send(1, b"\x00\x00\x00\x02\x00\x00\x00")
        self.do_harm(harm)

    def do_harm(self, harm: str) -> None:
        column = b"\x03def\x00\x00\x00\x01n\x00\x0c\x21\x00" + b"\xff" * 4
        column += b"\xfd\x00\x00\x00\x00\x00"
        head = self._packet(1, b"\x01") + self._packet(2, column)
        head += self._packet(3, b"\xfe\x00\x00\x02\x00")
        match harm:
            case "rows":
                self._stream.send(head)
                self._send_rows()
            case "value":
                self._stream.send(head)
                self._send_value()
            case "error":
                send_long_error(self._stream)
            case "silence":
                self._stream.wait()
            case "drip":
                self._stream.send(head)
                self._stream.drip(b"\x02\x00\x00\x04\x01x")
            case "upload":
                self._send(1, b"\xfb/etc/passwd")
                self._stream.wait()
            case "nonsense":
                self._send(1, b"\xfbno such file")
                self._stream.repeat(b"\xff\x00what? ")

    def _send_rows(self) -> None:
        sequence = 4
        while True:
            rows = b""
            for _ in range(64):
                rows += self._packet(sequence % 256, b"\xfc\xe8\x03" + b"x" * 1000)
                sequence += 1
            self._stream.send(rows)

    def _send_value(self) -> None:
        first, full = b"\xfe" + struct.pack("<Q", 2**33), 2**24 - 1
        self._stream.send(b"\xff\xff\xff\x04" + first)
        self._stream.repeat(b"x", most=full - len(first))
        for sequence in range(5, 500):
            self._stream.send(b"\xff\xff\xff" + bytes([sequence % 256]))
            self._stream.repeat(b"x", most=full)

    def _log_in(self) -> None:
        scramble = b"12345678", b"123456789012\x00"
        self._send(
            0,
            b"\x0a8.0.36\x00\x01\x00\x00\x00"
            + scramble[0]
            + b"\x00\xff\xf7\x21\x02\x00"
            b"\xff\x80\x15" + bytes(10) + scramble[1] + b"mysql_native_password\x00",
        )
        self._take()
        self._send(2, b"\x00\x00\x00\x02\x00\x00\x00")

    def _question(self) -> bytes:
        while (command := self._take())[:1] == b"\x0e":  # a ping
            self._send(1, b"\x00\x00\x00\x02\x00\x00\x00")
        return command[1:].lstrip()

    def _take(self) -> bytes:
        size = int.from_bytes(self._stream.exactly(4)[:3], "little")
        return self._stream.exactly(size)

    def _send(self, sequence: int, payload: bytes) -> None:
        self._stream.send(self._packet(sequence, payload))

    @staticmethod
    def _packet(sequence: int, payload: bytes) -> bytes:
        return struct.pack("<I", len(payload))[:3] + bytes([sequence]) + payload


def send_long_error(stream: Stream, sequence: int = 1) -> None:
    """An error of MySQL's, in as many packets as it needs."""
    begin, left = b"\xff\x48\x04#HY000no \0", ERROR_BYTES
    while left > 0:
        size = min(left, 2**24 - 1)
        stream.send(struct.pack("<I", size)[:3] + bytes([sequence]) + begin)
        stream.repeat(b"x", most=size - len(begin))
        begin, left, sequence = b"", left - size, sequence + 1


class _PostgreSQL:
    """Protocol 3.0: a letter, four bytes of length, the message."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def serve(self, harm: str) -> None:
        self._log_in()
        if harm == "silence":
            self._stream.wait()
        self._take()
        self.do_harm(harm)

    def do_harm(self, harm: str) -> None:
        if harm == "upload":  # CopyInResponse: now send rows
            self._stream.send(self._message(b"G", b"\x00\x00\x00"))
            self._stream.wait()
        if harm == "error":
            send_long_message(self._stream)
            self._stream.wait()
        if harm == "silence":
            self._stream.wait()
        head = self._message(b"1", b"") + self._message(b"2", b"")
        column = b"\x00\x01n\x00" + struct.pack(">IHIhih", 0, 0, 25, -1, -1, 0)
        self._stream.send(head + self._message(b"T", column))
        match harm:
            case "rows":
                value = struct.pack(">HI", 1, 1000) + b"x" * 1000
                self._stream.repeat(self._message(b"D", value))
            case "value":
                self._stream.send(b"D" + struct.pack(">IHI", 2**30, 1, 2**30 - 10))
                self._stream.repeat(b"x" * _PIECE)
            case "notices":
                fields = (
                    b"SNOTICE\x00VNOTICE\x00C00000\x00M" + b"x" * 1000 + b"\x00\x00"
                )
                self._stream.repeat(self._message(b"N", fields))
            case "drip":
                self._stream.drip(self._message(b"D", struct.pack(">HI", 1, 1) + b"x"))
            case "nonsense":
                self._stream.repeat(b"\xff")

    def _log_in(self) -> None:
        while struct.unpack_from(">I", startup := self._startup())[0] > 2**16 * 1000:
            self._stream.send(b"N")  # neither TLS nor GSSAPI
        assert startup
        said = {"server_version": "16.1", "client_encoding": "UTF8"}
        self._stream.send(
            self._message(b"R", struct.pack(">I", 0))
            + b"".join(
                self._message(b"S", f"{name}\0{value}\0".encode())
                for name, value in said.items()
            )
            + self._message(b"Z", b"I")
        )

    def _startup(self) -> bytes:
        size = struct.unpack(">I", self._stream.exactly(4))[0]
        return self._stream.exactly(size - 4)

    def _take(self) -> bytes:
        _letter, size = struct.unpack(">cI", self._stream.exactly(5))
        return self._stream.exactly(size - 4)

    @staticmethod
    def _message(letter: bytes, payload: bytes) -> bytes:
        return letter + struct.pack(">I", len(payload) + 4) + payload


def send_long_message(stream: Stream) -> None:
    """An error of PostgreSQL's."""
    begin = b"SERROR\x00VERROR\x00CXX000\x00M"
    size = len(begin) + ERROR_BYTES + 2
    stream.send(b"E" + struct.pack(">I", size + 4) + begin)
    stream.repeat(b"x", most=ERROR_BYTES)
    stream.send(b"\0\0")


class _SQLServer:
    """TDS 7.4, as tests/tds_server.py speaks it to those it means well with."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def serve(self, harm: str) -> None:
        self.log_in(tds_tokens.logged_in("master"))
        while b"S\0E\0T\0" in (asked := self._take()) or b"U\0S\0E\0" in asked:
            self._stream.send(packets(4, tds_tokens.done()))
        self.do_harm(harm)

    def do_harm(self, harm: str) -> None:
        columns = [("n", "nvarchar(2000)")]
        head = tds_tokens.column_metadata(columns)
        match harm:
            case "rows":
                self._endless(head, tds_tokens.row(["nvarchar(2000)"], ["x" * 500]) * 3)
            case "value":  # a text of 2 GiB in one chunk (MS-TDS 2.2.5.2.3)
                kind = b"\xe7\xff\xff" + tds_tokens.COLLATION
                described = b"\x81\x01\x00" + struct.pack("<IH", 0, 9) + kind + b"\x00"
                size = struct.pack("<QI", 2**31, 2**31 - 2)
                self._endless(described + b"\xd1" + size, b"x" * 4000)
            case "notices":
                self._endless(b"", tds_tokens.notice("x" * 1500))
            case "error":  # each as long as one can be
                self._endless(b"", tds_tokens.error(50000, 1, 16, "x" * 16000))
            case "nonsense":
                self._endless(b"", b"\x01" * 4000)
            case "drip":
                token = tds_tokens.row(["nvarchar(2000)"], ["x"])
                self._stream.send(_unended(head))
                self._stream.drip(_unended(token))
            case "silence":
                self._stream.wait()

    def log_in(self, answer: bytes) -> None:
        self._take()
        data = bytes([15, 0, 0x10, 0xA5, 0, 0, 2])
        offsets = struct.pack(">BHHBHHB", 0, 11, 6, 1, 17, 1, 0xFF)
        self._stream.send(packets(4, offsets + data))
        self._take()
        self._stream.send(packets(4, answer))

    def _endless(self, head: bytes, body: bytes) -> None:
        """One answer whose last packet never comes."""
        self._stream.send(_unended(head) if head else b"")
        self._stream.repeat(_unended(body))

    def _take(self) -> bytes:
        payload, status = b"", 0
        while not status & 1:
            _kind, status, size = struct.unpack(">BBH4x", self._stream.exactly(8))
            payload += self._stream.exactly(size - 8)
        return payload


def _unended(payload: bytes) -> bytes:
    return struct.pack(">BBHHBB", 4, 0, 8 + len(payload), 0, 1, 0) + payload


_PROTOCOLS = {"mysql": _MySQL, "postgresql": _PostgreSQL, "sqlserver": _SQLServer}
