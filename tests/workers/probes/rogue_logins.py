"""Servers that do harm before they have let anybody in, one a protocol.

    with rogue_login("postgresql", "tls") as server:
        probes.connect(server.target)

``silence`` is no word to who connects, ``close`` the end of the connection, ``drip`` a
greeting of a byte now and then, ``nonsense`` bytes that mean nothing, ``packet`` one that is
as long as a protocol can say, ``login`` one that never comes to an end, ``tls`` a handshake
that the server wants and does not answer, ``error`` a refusal of 100 MB, ``redirection``
the name of another place (PostgreSQL's protocol has none).
"""

import struct
from collections.abc import Iterator
from contextlib import contextmanager

from tests import tds_tokens
from tests.tds_server import packets
from tests.workers.probes.rogue_servers import (
    RogueServer,
    Stream,
    send_long_error,
    send_long_message,
    serving,
)

EVERYWHERE = ("silence", "close", "drip", "nonsense", "packet", "login", "tls", "error")
HARMS = {
    "mysql": (*EVERYWHERE, "redirection"),
    "postgresql": EVERYWHERE,
    "sqlserver": (*EVERYWHERE, "redirection"),
}
_FULL = 2**24 - 1
_SCRAMBLE = b"12345678", b"123456789012\x00"
_NATIVE = b"mysql_native_password\x00"
_TLS, _TRACKS = 0x0800, 0x0080_0000


@contextmanager
def rogue_login(engine: str, harm: str, *, elsewhere: int = 9) -> Iterator[RogueServer]:
    """``elsewhere`` is the port that a redirection names."""
    deeds = {"mysql": _mysql, "postgresql": _postgresql, "sqlserver": _sqlserver}

    def serve(stream: Stream) -> None:
        if harm == "silence":
            stream.wait()
        elif harm == "nonsense":
            stream.repeat(b"\xfe\x01 what? ")
        elif harm != "close":
            deeds[engine](stream, harm, elsewhere)

    with serving(serve) as port:
        yield RogueServer(engine, port)


def _mysql(stream: Stream, harm: str, elsewhere: int) -> None:
    def say(sequence: int, payload: bytes) -> None:
        size = struct.pack("<I", len(payload))[:3]
        stream.send(size + bytes([sequence % 256]) + payload)

    def take() -> bytes:
        return stream.exactly(int.from_bytes(stream.exactly(4)[:3], "little"))

    if harm == "packet":
        stream.send(b"\xff\xff\xff\x00\x0a")
        stream.repeat(b"8", most=_FULL - 1)
        for sequence in range(1, 500):
            stream.send(b"\xff\xff\xff" + bytes([sequence % 256]))
            stream.repeat(b"x", most=_FULL)
    greeting = _greeting(has_tls=harm == "tls")
    if harm == "drip":
        stream.drip(struct.pack("<I", 2**16)[:3] + b"\x00" + greeting[:-20] + b"x" * 99)
    say(0, greeting)
    if harm == "tls":  # the client asks for it, and begins
        stream.wait()
    take()
    if harm == "error":
        send_long_error(stream, 2)
    elif harm == "redirection":
        say(2, _redirection(elsewhere))
    sequence = 2
    while harm == "login":
        say(sequence, b"\xfe" + _NATIVE + b"".join(_SCRAMBLE))
        take()
        sequence += 2
    stream.wait()


def _redirection(port: int) -> bytes:
    """An OK that names another place, as MariaDB's session state does."""
    url = f"mysql://tests:for-tests@127.0.0.1:{port}".encode()
    pair = b"\x0credirect_url" + bytes([len(url)]) + url
    state = b"\x00" + bytes([len(pair)]) + pair
    return b"\x00\x00\x00\x02\x40\x00\x00\x00" + bytes([len(state)]) + state


def _greeting(*, has_tls: bool) -> bytes:
    capabilities = 0x80FF_F7FF | _TRACKS
    capabilities = capabilities | _TLS if has_tls else capabilities & ~_TLS
    return (
        b"\x0a8.0.36\x00\x01\x00\x00\x00"
        + _SCRAMBLE[0]
        + b"\x00"
        + struct.pack("<H", capabilities & 0xFFFF)
        + b"\x21\x02\x00"
        + struct.pack("<H", capabilities >> 16)
        + b"\x15"
        + bytes(10)
        + _SCRAMBLE[1]
        + _NATIVE
    )


def _postgresql(stream: Stream, harm: str, _elsewhere: int) -> None:
    while struct.unpack_from(">I", _startup(stream))[0] > 2**16 * 1000:
        stream.send(b"S" if harm == "tls" else b"N")  # TLS is offered, or not
        if harm == "tls":
            stream.wait()
    if harm == "packet":
        stream.send(b"S" + struct.pack(">I", 2**31 - 1))
        stream.repeat(b"x")
    elif harm == "error":
        send_long_message(stream)
    elif harm == "drip":
        stream.drip(b"S" + struct.pack(">I", 12) + b"a\x00bcdef\x00")
    stream.send(b"R" + struct.pack(">II", 8, 0))
    while harm == "login":
        stream.repeat(b"S" + struct.pack(">I", 12) + b"abc\x00efg\x00")
    stream.wait()


def _startup(stream: Stream) -> bytes:
    return stream.exactly(struct.unpack(">I", stream.exactly(4))[0] - 4)


def _sqlserver(stream: Stream, harm: str, elsewhere: int) -> None:
    def take() -> None:
        stream.exactly(struct.unpack(">BBH4x", stream.exactly(8))[2] - 8)

    take()
    if harm == "packet":
        stream.repeat(struct.pack(">BBHHBB", 4, 0, 32767, 0, 1, 0) + bytes(32759))
    data = bytes([15, 0, 0x10, 0xA5, 0, 0, 1 if harm == "tls" else 2])
    offsets = struct.pack(">BHHBHHB", 0, 11, 6, 1, 17, 1, 0xFF)
    if harm == "drip":
        stream.drip(struct.pack(">BBHHBB", 4, 0, 32767, 0, 1, 0) + offsets)
    stream.send(packets(4, offsets + data))
    if harm == "tls":
        stream.wait()
    take()
    if harm == "redirection":
        stream.send(packets(4, tds_tokens.routed("127.0.0.1", elsewhere)))
    endless = {
        "login": tds_tokens.notice("x" * 500),
        "error": tds_tokens.error(18456, 1, 14, "x" * 16000),
    }
    if harm in endless:
        stream.repeat(_packet(endless[harm]))
    stream.wait()


def _packet(payload: bytes) -> bytes:
    return struct.pack(">BBHHBB", 4, 0, 8 + len(payload), 0, 1, 0) + payload
