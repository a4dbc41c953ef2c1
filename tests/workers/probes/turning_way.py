"""A way to a true server that turns rogue: a proxy that does harm from some moment on.

    with turning_way(target) as way:
        way.turn_at(b"INSERT", harm="silence")  # or way.turn("silence") at once
        probes.connect(way.target)

What is connected then hears nothing of the server any more but the harm, and so does
who connects later. ``alone`` turns no more than the connection that says the words.
``ENDINGS`` are harms of any protocol; ``ANSWERS`` stand where an answer would, by rogue_servers.py.
"""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace

from tests.workers.probes.rogue_servers import (
    Stream,
    harm_instead_of_answer,
    serving,
)
from workers.connecting.target import Target

ENDINGS = ("silence", "close", "drip", "nonsense")
ANSWERS = {
    "mysql": ("rows", "value", "error", "upload"),
    "postgresql": ("rows", "value", "notices", "error", "upload"),
    "sqlserver": ("rows", "value", "notices", "error"),
}
_PIECE = 64 * 1024
_LENGTH = 2000  # more than drips while anybody looks
_UNENDED = {
    "mysql": _LENGTH.to_bytes(3, "little") + b"\x00\x0a" + b"x" * _LENGTH,
    "postgresql": b"R" + _LENGTH.to_bytes(4, "big") + b"\x00" * _LENGTH,
    "sqlserver": b"\x04\x00" + _LENGTH.to_bytes(2, "big") + b"\x00" * _LENGTH,
}


@dataclass(slots=True)
class TurningWay:
    server: Target
    port: int = 0
    harm: str = ""  # of all; empty while it is true
    _words: bytes = b""
    _harm_at: str = ""
    _is_alone: bool = False
    has_turned: threading.Event = field(default_factory=threading.Event)

    @property
    def target(self) -> Target:
        """In plain, so that the way sees what is said."""
        return replace(self.server, port=self.port, tls="disable")

    def turn(self, harm: str) -> None:
        self.harm = harm
        self.has_turned.set()

    def turn_at(self, words: bytes, harm: str, *, alone: bool = False) -> None:
        self._words, self._harm_at, self._is_alone = words, harm, alone

    def pass_on(self, client: socket.socket) -> None:
        """One connection, to its end."""
        place = (self.server.address, self.server.port)
        with socket.create_connection(place) as there:
            own = _Connection(self, client, there)
            back = threading.Thread(target=own.answers, daemon=True)
            back.start()
            with suppress(OSError):
                own.questions()
            with suppress(OSError):
                there.shutdown(socket.SHUT_RDWR)
            back.join()

    def heard(self, said: bytes) -> str:
        """The harm that is done to who said so."""
        if self._words and self._words in said:
            if not self._is_alone:
                self.harm = self._harm_at
            self.has_turned.set()
            return self._harm_at
        return self.harm


@dataclass(slots=True)
class _Connection:
    way: TurningWay
    client: socket.socket
    there: socket.socket
    harm: str = ""

    def questions(self) -> None:
        while said := self.client.recv(_PIECE):
            self.harm = self.harm or self.way.heard(said)
            if self.harm:
                self.do_harm()
                return
            self.there.sendall(said)

    def answers(self) -> None:
        with suppress(OSError):
            while said := self.there.recv(_PIECE):
                if not (self.harm or self.way.harm):
                    self.client.sendall(said)
            if not (self.harm or self.way.harm):
                self.client.shutdown(socket.SHUT_RDWR)

    def do_harm(self) -> None:
        stream = Stream(self.client)
        with suppress(EOFError):
            match self.harm:
                case "silence":
                    stream.wait()
                case "drip":
                    stream.drip(_UNENDED[self.way.server.family.name])
                case "nonsense":
                    stream.repeat(b"\xff\x00what? ")
                case harm if harm != "close":
                    family = self.way.server.family.name
                    harm_instead_of_answer(family, stream, harm)
        with suppress(OSError):
            self.client.shutdown(socket.SHUT_RDWR)


@contextmanager
def turning_way(target: Target) -> Iterator[TurningWay]:
    way = TurningWay(target)
    with serving(lambda stream: way.pass_on(stream.connection)) as port:
        way.port = port
        yield way
