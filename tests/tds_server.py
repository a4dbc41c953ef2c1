"""A small SQL Server for the tests: speaks TDS 7.4 on loopback, answers by script.

    answers = {
        r"SELECT n FROM t": Rows([("n", "int"), ("s", "nvarchar(20)")], [(1, "a")]),
        r"FROM missing": Failure(208, 1, 16, "Invalid object name 'missing'."),
        r"^dbo.NEWORD": [Failure(1205, 51, 13, "deadlocked"), Rows(...)],
        r"FROM gone": Hangup(),
        r"late": (Rows(...), Failure(...)),  # an error behind rows
    }
    with TdsServer(answers) as server:
        pymssql.connect(server="127.0.0.1", port=str(server.port), user="benchbook",
                        password=server.password)
        server.asked  # list of Asked(kind, text, values)

A key is a regular expression, searched without regard to case in the text of a batch or
the name of a called procedure; the first that is found answers, else nothing is
returned and nothing fails. Of a list each question takes one answer, the last for good.
``answers`` may be changed while it runs. A wrong password is error 18456. Rows of a bulk
copy are read, counted, and kept in ``asked`` with kind "bulk". With ``tls`` (an
ssl.SSLContext) it insists on an encrypted connection, without one it offers none.
"""

import re
import socket
import socketserver
import ssl
import struct
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from tests import tds_tokens

_BATCH, _RPC, _REPLY, _ATTENTION, _BULK, _LOGIN = 0x01, 0x03, 0x04, 0x06, 0x07, 0x10
_PRELOGIN = 0x12
_ENCRYPTION_ON, _NO_ENCRYPTION = 1, 2
_PACKET = 4096
PASSWORD = "for-tests"


@dataclass(frozen=True, slots=True)
class Rows:
    columns: Sequence[tuple[str, str]]
    rows: Sequence[Sequence[object]] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    number: int
    state: int
    severity: int
    text: str


@dataclass(frozen=True, slots=True)
class Hangup:
    """The connection is closed without an answer."""


Answer = Rows | Failure | Hangup | tuple[Rows, Failure] | None


@dataclass(frozen=True, slots=True)
class Asked:
    """``kind``: login (text: user, values: database), batch, rpc or bulk (the rows)."""

    kind: str
    text: str
    values: tuple[object, ...] = ()


class TdsServer:
    def __init__(
        self,
        answers: Mapping[str, Answer | list[Answer]] | None = None,
        *,
        password: str = PASSWORD,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.answers = dict(answers or {})
        self.password, self.tls = password, tls
        self.asked: list[Asked] = []
        self._server = _Listener(("127.0.0.1", 0), _Connection)
        self._server.tds = self
        self.port = self._server.server_address[1]

    def texts(self, kind: str) -> list[str]:
        return [asked.text for asked in self.asked if asked.kind == kind]

    def rows_of(self, kind: str) -> list[tuple[object, ...]]:
        return [asked.values for asked in self.asked if asked.kind == kind]

    def answer(self, text: str) -> Answer:
        for pattern, answer in self.answers.items():
            if re.search(pattern, text, re.IGNORECASE):
                if isinstance(answer, list):
                    return answer.pop(0) if len(answer) > 1 else answer[0]
                return answer
        return None

    def __enter__(self) -> Self:
        threading.Thread(
            target=self._server.serve_forever, args=(0.02,), daemon=True
        ).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Listener(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False
    request_queue_size = 64
    tds: TdsServer


class _Connection(socketserver.BaseRequestHandler):
    """One client: prelogin, login, then batches, calls and bulk data until it goes."""

    def handle(self) -> None:
        self.tds = self.server.tds
        self.request.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.stream: socket.socket | _Encrypted = self.request
        self.inserting = ""
        try:
            while True:
                self._react(*self._message())
        except (OSError, EOFError):
            return

    def _react(self, kind: int, payload: bytes) -> None:
        match kind:
            case 0x12:
                self._prelogin()
            case 0x10:
                self._log_in(payload)
            case 0x01:
                text = tds_tokens.without_headers(payload).decode("utf-16le")
                self._answer(Asked("batch", text))
            case 0x03:
                self._answer(Asked("rpc", *tds_tokens.call(payload)))
            case 0x07:
                self._take_in(payload)
            case _:
                self._reply(tds_tokens.attention())

    def _prelogin(self) -> None:
        wanted = _ENCRYPTION_ON if self.tds.tls else _NO_ENCRYPTION
        data = bytes([15, 0, 0x10, 0xA5, 0, 0]) + bytes([wanted])
        offsets = struct.pack(">BHHBHHB", 0, 11, 6, 1, 17, 1, 0xFF)
        self._reply(offsets + data)
        if self.tds.tls:
            self.stream = _Encrypted(self, self.tds.tls)

    def _log_in(self, payload: bytes) -> None:
        user, password, database = tds_tokens.login(payload)
        self.tds.asked.append(Asked("login", user, (database,)))
        if password == self.tds.password:
            self._reply(tds_tokens.logged_in(database or "master"))
            return
        refusal = Failure(18456, 1, 14, f"Login failed for user '{user}'.")
        self._reply(_told(refusal, has_more=False, is_call=False))
        raise EOFError

    def _answer(self, asked: Asked) -> None:
        self.tds.asked.append(asked)
        self.inserting = asked.text
        answer = self.tds.answer(asked.text)
        if answer == Hangup():
            raise EOFError
        results = answer if isinstance(answer, tuple) else (answer,)
        is_call = asked.kind == "rpc"
        last = len(results) - 1
        told = b"".join(
            _told(result, has_more=is_call or place < last, is_call=is_call)
            for place, result in enumerate(results)
        )
        status = -6 if isinstance(results[-1], Failure) else 0
        self._reply(told + (tds_tokens.returned(status) if is_call else b""))

    def _take_in(self, payload: bytes) -> None:
        rows = list(tds_tokens.bulk_rows(payload))
        self.tds.asked += [Asked("bulk", self.inserting, values) for values in rows]
        self._reply(tds_tokens.done(count=len(rows)))

    def _message(self) -> tuple[int, bytes]:
        """All packets up to the one that says it is the last."""
        payload = b""
        while True:
            kind, status, size = struct.unpack(">BBH4x", self._exactly(8))
            payload += self._exactly(size - 8)
            if status & 1:
                return kind, payload

    def _exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            got = self.stream.recv(size - len(data))
            if not got:
                raise EOFError
            data += got
        return data

    def _reply(self, payload: bytes) -> None:
        self.stream.sendall(packets(_REPLY, payload))


def _told(result: Answer, *, has_more: bool, is_call: bool) -> bytes:
    """One result with the DONE behind it, as a batch or a procedure sends it."""
    if isinstance(result, Failure):
        told = tds_tokens.error(
            result.number, result.state, result.severity, result.text
        )
        return told + tds_tokens.done(failed=True, has_more=has_more, is_call=is_call)
    if not isinstance(result, Rows):
        return tds_tokens.done(has_more=has_more, is_call=is_call)
    kinds = [kind for _, kind in result.columns]
    rows = b"".join(tds_tokens.row(kinds, values) for values in result.rows)
    return (
        tds_tokens.column_metadata(result.columns)
        + rows
        + tds_tokens.done(count=len(result.rows), has_more=has_more, is_call=is_call)
    )


def packets(kind: int, payload: bytes) -> bytes:
    room = _PACKET - 8
    starts = range(0, max(len(payload), 1), room)
    return b"".join(
        struct.pack(">BBHHBB", kind, at + room >= len(payload), 8 + len(part), 0, 1, 0)
        + part
        for at in starts
        for part in (payload[at : at + room],)
    )


class _Encrypted:
    """TLS whose handshake travels in prelogin packets, and whose rest does not."""

    def __init__(self, connection: _Connection, context: ssl.SSLContext) -> None:
        self.raw = connection.request
        self.read, self.write = ssl.MemoryBIO(), ssl.MemoryBIO()
        # In 1.3 the last message is the client's, and nothing of ours may be wrapped then.
        # A lower limit than that is the test's own.
        if not 0 < context.maximum_version <= ssl.TLSVersion.TLSv1_2:
            context.maximum_version = ssl.TLSVersion.TLSv1_2
        self.tls = context.wrap_bio(self.read, self.write, server_side=True)
        while True:
            try:
                self.tls.do_handshake()
            except ssl.SSLWantReadError:
                self._send(wrapped=True)
                self.read.write(connection._message()[1])
            else:
                break
        self._send(wrapped=True)

    def recv(self, size: int) -> bytes:
        while True:
            try:
                return self.tls.read(size)
            except ssl.SSLWantReadError:
                got = self.raw.recv(65536)
                if not got:
                    return b""
                self.read.write(got)

    def sendall(self, data: bytes) -> None:
        self.tls.write(data)
        self._send(wrapped=False)

    def _send(self, *, wrapped: bool) -> None:
        data = self.write.read()
        if data:
            self.raw.sendall(packets(_PRELOGIN, data) if wrapped else data)
