"""Servers that ask for the password itself, one a way of asking; what they got is held.

with greedy_server("mysql", "mysql_clear_password") as server:
    probes.connect(server.target)
server.got  # all that they were sent, and what they could decrypt of it
"""

import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from tests import tds_tokens
from tests.tds_server import packets
from tests.workers.probes.rogue_servers import Stream, serving
from workers.connecting.target import Target

PASSWORD = "for-its-server-alone"
ASKING = {
    "mysql": (
        "mysql_clear_password",
        "dialog",
        "sha256_password",
        "caching_sha2_password",
    ),
    "postgresql": ("password",),
    "sqlserver": ("login",),
}
CASES = [(engine, way) for engine, ways in ASKING.items() for way in ways]
_SCRAMBLE = b"12345678" + b"123456789012"
_DENIED = b"\xff\x15\x04#28000Access denied for user 'tests' (using password: YES)"
_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)


@dataclass(slots=True)
class GreedyServer:
    engine: str
    port: int = 0
    got: bytearray = field(default_factory=bytearray)

    @property
    def target(self) -> Target:
        return Target(
            engine=self.engine,
            host="127.0.0.1",
            address="127.0.0.1",
            port=self.port,
            username="tests",
            password=PASSWORD,
            database="tests",
        )

    @property
    def has_password(self) -> bool:
        """In clear text, or as TDS obscures it: halves of bytes swapped, and a mask."""
        obscured = bytes(
            (byte << 4 & 0xF0 | byte >> 4) ^ 0xA5
            for byte in PASSWORD.encode("utf-16le")
        )
        return PASSWORD.encode() in self.got or obscured in self.got


@contextmanager
def greedy_server(engine: str, way: str) -> Iterator[GreedyServer]:
    server = GreedyServer(engine)
    ask = {"mysql": _mysql, "postgresql": _postgresql, "sqlserver": _sqlserver}[engine]
    with serving(lambda stream: ask(_Listening(stream, server), way)) as port:
        server.port = port
        yield server


class _Listening:
    def __init__(self, stream: Stream, server: GreedyServer) -> None:
        self.send, self._stream, self._server = stream.send, stream, server

    @property
    def got(self) -> bytearray:
        return self._server.got

    def exactly(self, size: int) -> bytes:
        data = self._stream.exactly(size)
        self.got.extend(data)
        return data

    def rest(self) -> None:
        """Until the password has come: then it hangs up, and nobody waits for it."""
        with suppress(EOFError):
            while not self._server.has_password:
                self.exactly(1)


def _mysql(stream: _Listening, way: str) -> None:
    def say(sequence: int, payload: bytes) -> None:
        stream.send(struct.pack("<I", len(payload))[:3] + bytes([sequence]) + payload)

    def take() -> bytes:
        return stream.exactly(int.from_bytes(stream.exactly(4)[:3], "little"))

    name = way.encode() + b"\0"
    head = b"\x0a8.0.36\0\x01\0\0\0" + _SCRAMBLE[:8] + b"\0\xff\xf7\x21\x02\0"
    say(0, head + b"\xff\x80\x15" + bytes(10) + _SCRAMBLE[8:] + b"\0" + name)
    take()
    say(
        2,
        b"\xfe" + name + (b"\x05Password: " if way == "dialog" else _SCRAMBLE + b"\0"),
    )
    take()
    if way == "caching_sha2_password":
        say(4, b"\x01\x04")
        take()
    if way in {"sha256_password", "caching_sha2_password"}:
        public = _KEY.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        say(6 if way.startswith("caching") else 4, b"\x01" + public)
        stream.got.extend(_decrypted(take()))
    else:
        say(4, _DENIED)
    stream.rest()


def _decrypted(message: bytes) -> bytes:
    sha1 = hashes.SHA1()  # noqa: S303 - the protocol's own
    oaep = padding.OAEP(padding.MGF1(sha1), sha1, None)
    mixed = _KEY.decrypt(message, oaep)
    return bytes(byte ^ _SCRAMBLE[at % 20] for at, byte in enumerate(mixed))


def _postgresql(stream: _Listening, _way: str) -> None:
    def startup() -> bytes:
        return stream.exactly(struct.unpack(">I", stream.exactly(4))[0] - 4)

    while struct.unpack_from(">I", startup())[0] > 2**16 * 1000:
        stream.send(b"N")  # neither TLS nor GSSAPI
    stream.send(b"R" + struct.pack(">II", 8, 3))  # AuthenticationCleartextPassword
    stream.rest()


def _sqlserver(stream: _Listening, _way: str) -> None:
    def take() -> None:
        stream.exactly(struct.unpack(">BBH4x", stream.exactly(8))[2] - 8)

    take()
    data = bytes([15, 0, 0x10, 0xA5, 0, 0, 2])
    offsets = struct.pack(">BHHBHHB", 0, 11, 6, 1, 17, 1, 0xFF)
    stream.send(packets(4, offsets + data))
    take()
    stream.send(packets(4, tds_tokens.logged_in("master")))
    stream.rest()
