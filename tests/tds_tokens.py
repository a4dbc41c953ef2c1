"""Tokens of TDS 7.4 as tests/tds_server.py writes and reads them (MS-TDS 2.2)."""

import struct
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from decimal import Decimal

COLLATION = bytes.fromhex("0904d00034")  # SQL_Latin1_General_CP1_CI_AS
EPOCH = datetime(1900, 1, 1)  # noqa: DTZ001 - datetime has no zone on the wire
_INTEGERS = {"bit": 1, "tinyint": 1, "smallint": 2, "int": 4, "bigint": 8}
_TEXTS = {"nvarchar": 0xE7, "nchar": 0xEF, "varchar": 0xA7, "char": 0xAF}
_INTN, _NUMERICN, _DECIMALN, _DATETIMEN, _DATETIME2N = 0x26, 0x6C, 0x6A, 0x6F, 0x2A
_MORE, _COUNT, _ERROR = 0x1, 0x10, 0x2


def column_metadata(columns: Sequence[tuple[str, str]]) -> bytes:
    """COLMETADATA of (name, type as SQL spells it) pairs; all may be null."""
    described = b"".join(
        struct.pack("<IH", 0, 0x09) + _type_info(kind) + _short(name)
        for name, kind in columns
    )
    return b"\x81" + struct.pack("<H", len(columns)) + described


def row(kinds: Sequence[str], values: Sequence[object]) -> bytes:
    return b"\xd1" + b"".join(map(_value, kinds, values))


def done(
    *,
    count: int | None = None,
    failed: bool = False,
    has_more: bool = False,
    is_call: bool = False,
) -> bytes:
    """DONE, or DONEINPROC of a statement within a procedure."""
    status = _COUNT if count is not None else 0
    status |= (_ERROR if failed else 0) | (_MORE if has_more else 0)
    return struct.pack("<BHHQ", 0xFF if is_call else 0xFD, status, 0xC1, count or 0)


def attention() -> bytes:
    return struct.pack("<BHHQ", 0xFD, 0x20, 0, 0)


def returned(status: int) -> bytes:
    """RETURNSTATUS and DONEPROC, which end the answer to a procedure call."""
    return struct.pack("<Bi", 0x79, status) + struct.pack("<BHHQ", 0xFE, 0, 0xE0, 0)


def error(number: int, state: int, severity: int, text: str) -> bytes:
    body = struct.pack("<IBBH", number, state, severity, len(text))
    body += text.encode("utf-16le") + _short("tests") + _short("")
    body += struct.pack("<I", 1)
    return b"\xaa" + struct.pack("<H", len(body)) + body


def logged_in(database: str) -> bytes:
    name = _short("Microsoft SQL Server") + bytes([15, 0, 0x10, 0xA5])
    body = b"\x01" + bytes.fromhex("74000004") + name
    collation = b"\x07\x05" + COLLATION + b"\x00"
    database_change = b"\x01" + _short(database) + _short("master")
    return (
        _sized(0xE3, database_change)
        + _sized(0xE3, collation)
        + _sized(0xAD, body)
        + done()
    )


def routed(host: str, port: int) -> bytes:
    """The answer to a login that sends the client to another place."""
    server = struct.pack("<BHH", 0, port, len(host)) + host.encode("utf-16le")
    new = struct.pack("<BH", 20, len(server)) + server
    return _sized(0xE3, new + b"\x00\x00") + logged_in("master")


def notice(text: str) -> bytes:
    """INFO: what PRINT says."""
    return b"\xab" + error(5701, 2, 0, text)[1:]


def login(payload: bytes) -> tuple[str, str, str]:
    """User, password and database of a LOGIN7."""
    user, password, database = (_login_field(payload, at) for at in (40, 44, 68))
    swapped = bytes((b := byte ^ 0xA5) >> 4 | (b & 15) << 4 for byte in password)
    return tuple(text.decode("utf-16le") for text in (user, swapped, database))


def without_headers(payload: bytes) -> bytes:
    return payload[struct.unpack_from("<I", payload)[0] :]


def call(payload: bytes) -> tuple[str, tuple[object, ...]]:
    """The name and the values of an RPC."""
    reader = Reader(without_headers(payload))
    name = reader.take(2 * reader.number(2)).decode("utf-16le")
    reader.take(2)
    values = []
    while not reader.is_at_end:
        reader.take(2 * reader.number(1) + 1)  # the parameter's name, its status
        values.append(reader.value(reader.type_info()))
    return name, tuple(values)


def bulk_rows(payload: bytes) -> Iterator[tuple[object, ...]]:
    """The rows of an INSERT BULK's data."""
    reader = Reader(payload)
    kinds = []
    if reader.number(1) != 0x81:
        raise ValueError("bulk data begins with COLMETADATA")
    for _ in range(reader.number(2)):
        reader.take(6)
        kinds.append(reader.type_info())
        reader.take(2 * reader.number(1))
    while reader.number(1) == 0xD1:
        yield tuple(map(reader.value, kinds))


class Reader:
    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    @property
    def is_at_end(self) -> bool:
        return self.at >= len(self.data)

    def take(self, size: int) -> bytes:
        self.at += size
        return self.data[self.at - size : self.at]

    def number(self, size: int) -> int:
        return int.from_bytes(self.take(size), "little")

    def type_info(self) -> tuple[int, int]:
        """The type's number, and its scale where it has one."""
        kind = self.number(1)
        scale = 0
        if kind in _TEXTS.values():
            self.take(7)
        elif kind in {_NUMERICN, _DECIMALN}:
            self.take(2)
            scale = self.number(1)
        elif kind in {_INTN, _DATETIMEN, _DATETIME2N}:
            scale = self.number(1)
        elif kind not in {0x38, 0x7F}:
            raise ValueError(f"no reader for type {kind:#x}")
        return kind, scale

    def value(self, info: tuple[int, int]) -> object:
        kind, scale = info
        if kind in {0x38, 0x7F}:
            return int.from_bytes(
                self.take(4 if kind == 0x38 else 8), "little", signed=True
            )
        if kind in _TEXTS.values():
            return self._text(kind)
        data = self.take(self.number(1))
        if not data:
            return None
        if kind in {_NUMERICN, _DECIMALN}:
            size = int.from_bytes(data[1:], "little")
            return Decimal(size if data[0] else -size).scaleb(-scale)
        if kind == _DATETIMEN:
            days, ticks = struct.unpack("<iI", data)
            return EPOCH + timedelta(days=days, seconds=ticks / 300)
        if kind == _DATETIME2N:
            return data
        return int.from_bytes(data, "little", signed=len(data) > 1)

    def _text(self, kind: int) -> str | None:
        size = self.number(2)
        if size == 0xFFFF:
            return None
        return self.take(size).decode("utf-16le" if kind in {0xE7, 0xEF} else "latin-1")


def _type_info(kind: str) -> bytes:
    name, _, rest = kind.rstrip(")").partition("(")
    if name in _INTEGERS:
        return bytes([_INTN, _INTEGERS[name]])
    if name in _TEXTS:
        size = int(rest) * (2 if name.startswith("n") else 1)
        return bytes([_TEXTS[name]]) + struct.pack("<H", size) + COLLATION
    if name in {"numeric", "decimal"}:
        precision, scale = map(int, rest.split(","))
        return bytes([_NUMERICN, _numeric_size(precision), precision, scale])
    if name == "datetime":
        return bytes([_DATETIMEN, 8])
    if name == "datetime2":
        return bytes([_DATETIME2N, int(rest)])
    raise ValueError(f"no writer for type {kind}")


def _value(kind: str, value: object) -> bytes:
    name, _, rest = kind.rstrip(")").partition("(")
    if name in _TEXTS:
        return _text_value(name, value)
    if value is None:
        return b"\x00"
    if name in _INTEGERS:
        size = _INTEGERS[name]
        return bytes([size]) + int(value).to_bytes(size, "little", signed=size > 1)
    if name == "datetime":
        passed = value - EPOCH
        ticks = round(passed.seconds * 300 + passed.microseconds * 300 / 1e6)
        return b"\x08" + struct.pack("<iI", passed.days, ticks)
    precision, scale = map(int, rest.split(","))
    size = _numeric_size(precision)
    digits = int(abs(value).scaleb(scale))
    return bytes([size, value >= 0]) + digits.to_bytes(size - 1, "little")


def _text_value(name: str, value: object) -> bytes:
    if value is None:
        return b"\xff\xff"
    text = str(value).encode("utf-16le" if name.startswith("n") else "latin-1")
    return struct.pack("<H", len(text)) + text


def _numeric_size(precision: int) -> int:
    return 5 if precision <= 9 else 9 if precision <= 19 else 13


def _login_field(payload: bytes, at: int) -> bytes:
    start, length = struct.unpack_from("<HH", payload, at)
    return payload[start : start + 2 * length]


def _short(text: str) -> bytes:
    return bytes([len(text)]) + text.encode("utf-16le")


def _sized(token: int, body: bytes) -> bytes:
    return struct.pack("<BH", token, len(body)) + body
