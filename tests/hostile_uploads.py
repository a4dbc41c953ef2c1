"""Uploads that mean harm or come to it, for hypothesis: bytes with a name.

Half of them are sound files that something was done to, since those get furthest.
"""

import gzip
import io
import struct
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from benchruns.submissions.template import writer
from tests.benchruns.submissions.intake.filled_templates import ROW, workbook
from tests.examples import few_or
from tests.hostile_json import with_escapes
from tests.samples import SAMPLES

hostile = settings(
    max_examples=few_or(10_000, few=100),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

# What is said while such files are made and read; a test of them is marked with these.
QUIET = [
    pytest.mark.filterwarnings("ignore:Duplicate name:UserWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning:openpyxl"),
]


@dataclass(frozen=True, slots=True)
class Upload:
    """One file as a form sends it."""

    name: str
    content: bytes

    def __repr__(self) -> str:
        return (
            f"Upload({self.name!r}, {self.content[:200]!r}, {len(self.content)} bytes)"
        )


@st.composite
def uploads(draw: st.DrawFn) -> Upload:
    """Texts, gzips, zips and workbooks, each as it should be or spoilt."""
    content = st.one_of(texts(), gzips(), zips(), workbooks(), st.binary(max_size=300))
    return Upload(draw(names()), draw(st.one_of(content, spoilt(content))))


def names() -> st.SearchStrategy[str]:
    return st.one_of(st.sampled_from(NAMES), st.text(max_size=300))


NAMES = (
    "report.txt",
    "../../../etc/passwd",
    "/etc/cron.d/x",
    "C:\\Windows\\system32\\x.dll",
    "..",
    "",
    ".",
    "a/",
    "a\0.txt",
    "con\r\nSet-Cookie: a=b",
    "<img src=x onerror=alert(1)>.txt",
    '"><script>alert(1)</script>',
    "=cmd|' /C calc'!A0",
    "+1+1.csv",
    "@SUM(A1).xlsx",
    "\u202etxt.exe",
    "\ud800.txt",
    "x" * 5000 + ".txt",
    "report.xlsx",
    "report.gz",
)


# Texts ---------------------------------------------------------------------------------


@cache
def _samples() -> tuple[bytes, ...]:
    """Short outputs of real tools, one of each kind at least."""
    files = sorted(path for path in SAMPLES.rglob("*") if path.is_file())
    return tuple(path.read_bytes() for path in files if path.stat().st_size < 20_000)


TEXTS = (
    b"",
    b"\0" * 50,
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\xff\xfea",
    b"\xfe\xff\xd8\x00",
    b"latin-1: \xe9",
    b"cut off: \xe2\x82",
    b"\xed\xa0\x80",
    b"[ 1s ] thds: " + b"9" * 5000,
    b"SQL statistics:\n" * 200,
    b"{" * 5000,
    b'{"a":' * 3000,
    b"[" * 100_000,
    b"1e999999,-inf,nan\n" * 50,
    b'workload,tps\n=HYPERLINK("http://x"),@SUM(1)\n',
    b"workload,tps\noltp_read_write,=1+1\n",
    b"workload,tps," + b"," * 60_000 + b"\n1",
    b'workload,tps\n"oltp_read_write,5\n',
    b"workload;tps\n<script>alert(1)</script>;1,5\n",
    b"transaction type: <script>\n" + b"tps = 1e400 (without)\n",
    b"Variable_name\tValue\n" + b"a\tb\n" * 2000,
)


def texts() -> st.SearchStrategy[bytes]:
    """Outputs of tools, pieces of several, words between their lines."""
    samples = _any_of(_samples())
    json = _any_of([each for each in _samples() if b'": ' in each or b'":"' in each])
    lines = st.one_of(
        st.builds(_line_of, samples, st.integers(0, 1000)),
        st.text(max_size=40).map(lambda text: text.encode("utf-8", "surrogatepass")),
    )
    return st.one_of(
        samples,
        _any_of(TEXTS),
        st.lists(lines, max_size=30).map(b"".join),
        st.tuples(samples, lines).map(b"".join),
        with_escapes(json),
        samples.map(lambda text: text.decode("utf-8", "replace").encode("utf-16")),
    )


def _any_of(items: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """One of them; unlike ``sampled_from`` it does not print them all in a report."""
    return st.integers(0, len(items) - 1).map(items.__getitem__)


def _line_of(text: bytes, number: int) -> bytes:
    lines = text.splitlines(keepends=True) or [b""]
    return lines[number % len(lines)]


# Archives ------------------------------------------------------------------------------


def gzips() -> st.SearchStrategy[bytes]:
    packed = texts().map(gzip.compress)
    return st.one_of(
        packed,
        st.lists(packed, max_size=5).map(b"".join),
        packed.map(gzip.compress),
        st.tuples(packed, st.binary(max_size=20)).map(b"".join),
        st.sampled_from([1, 3, 20]).map(_gzip_bomb),
    )


@cache
def _gzip_bomb(megabytes: int) -> bytes:
    return gzip.compress(bytes(megabytes << 20))


@st.composite
def zips(draw: st.DrawFn) -> bytes:
    """Zip files whose entries lie about themselves, by chance."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for _ in range(draw(st.integers(0, 4))):
            entry = zipfile.ZipInfo(_file_name(draw(names())))
            entry.compress_type = draw(
                st.sampled_from(
                    [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2]
                )
            )
            entry.external_attr = draw(
                st.sampled_from(
                    [0, 0o100644 << 16, 0o120777 << 16, 0o40755 << 16, 0x10]
                )
            )
            archive.writestr(entry, draw(st.one_of(texts(), gzips())))
    packed = content.getvalue()
    return draw(st.one_of(_any_of([packed]), _lying(packed)))


def _file_name(name: str) -> str:
    """What ``zipfile`` can write at all."""
    return name.encode("utf-8", "replace").decode()[:1000] or "-"


def _lying(packed: bytes) -> st.SearchStrategy[bytes]:
    """One number of the directory, or of the end of it, is another."""
    directory = packed.find(b"PK\x01\x02")
    end = packed.rfind(b"PK\x05\x06")
    fields = [(end + offset, "<H") for offset in (4, 8, 10, 20)]
    fields += [(end + offset, "<I") for offset in (12, 16)]
    if directory >= 0:
        fields += [(directory + offset, "<H") for offset in (6, 8, 10, 28, 30, 32)]
        fields += [(directory + offset, "<I") for offset in (16, 20, 24, 38, 42)]

    def lie(field: tuple[int, str], value: int) -> bytes:
        place, form = field
        size = struct.calcsize(form)
        number = struct.pack(form, value % (1 << 8 * size))
        return packed[:place] + number + packed[place + size :]

    values = st.sampled_from([0, 1, 8, 99, 0xFFFF, 0xFFFFFFFF, 1 << 30, 1 << 31])
    return st.builds(lie, st.sampled_from(fields), values | st.integers(0, 1 << 32))


# Workbooks -----------------------------------------------------------------------------

XXE = (
    b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    b"<x>&e;</x>"
)
LAUGHS = (
    b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
    + b"".join(
        b'<!ENTITY %c "&%c;&%c;&%c;">' % (n + 1, n, n, n) for n in range(97, 115)
    )
    + b"]><x>&s;</x>"
)
PARTS = (
    "[Content_Types].xml",
    "xl/workbook.xml",
    "xl/_rels/workbook.xml.rels",
    "xl/sharedStrings.xml",
    "xl/styles.xml",
    "xl/worksheets/sheet1.xml",
    "docProps/core.xml",
)


@cache
def _books() -> tuple[bytes, ...]:
    # One short row: what is spoilt is then rarely what nobody reads.
    return (workbook(list(ROW), list(ROW.values())), writer.xlsx())


def sound_book() -> bytes:
    """A filled-in report that is taken."""
    return _books()[0]


@st.composite
def workbooks(draw: st.DrawFn) -> bytes:
    """A workbook, one part of which holds something else."""
    book = draw(_any_of(_books()))
    part = draw(st.sampled_from(PARTS))
    return with_part(book, part, draw(_spoilt_part(book, part)))


def _spoilt_part(book: bytes, name: str) -> st.SearchStrategy[bytes]:
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        part = archive.read(name) if name in archive.namelist() else b"<sst/>"
    return st.one_of(
        _any_of([part]),
        _any_of([b"", XXE, LAUGHS, part.replace(b"<?xml", b"<?xm")]),
        _any_of([part.decode().encode("utf-16")]),
        spoilt(_any_of([part])),
        st.builds(
            lambda number, value: _with_number(part, number, value),
            st.integers(0, 200),
            st.sampled_from(
                [b"-1", b"99999999999", b"1e9", b"", b"A1:XFD1048576", b"&lt;"]
            ),
        ),
    )


def _with_number(part: bytes, number: int, value: bytes) -> bytes:
    """The value of one attribute is another."""
    pieces = part.split(b'"')
    if len(pieces) > 1:
        pieces[(2 * number + 1) % (len(pieces) // 2 * 2)] = value
    return b'"'.join(pieces)


def with_part(book: bytes, name: str, part: bytes) -> bytes:
    """The workbook with a part in place of one that it has, or beside them."""
    changed = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(book)) as archive,
        zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as copy,
    ):
        for each in archive.namelist():
            if each != name:
                copy.writestr(each, archive.read(each))
        copy.writestr(name, part)
    return changed.getvalue()


# What happens to anything --------------------------------------------------------------


def spoilt(content: st.SearchStrategy[bytes]) -> st.SearchStrategy[bytes]:
    """Cut off, a few bytes changed, something put in, twice the same."""
    return st.builds(
        _spoil, content, st.integers(0, 1 << 30), st.binary(max_size=8), _WAYS
    )


_WAYS = st.sampled_from(["cut", "change", "insert", "remove", "before", "twice"])


def _spoil(content: bytes, place: int, piece: bytes, way: str) -> bytes:
    at = place % (len(content) + 1)
    match way:
        case "cut":
            return content[:at]
        case "change":
            return content[:at] + piece + content[at + len(piece) :]
        case "insert":
            return content[:at] + piece + content[at:]
        case "remove":
            return content[:at] + content[at + len(piece) :]
        case "before":
            return piece + content
        case _:
            return content + content


# Traps that have names -----------------------------------------------------------------


def zip_of(*files: tuple[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, inside in files:
            archive.writestr(name, inside)
    return content.getvalue()


def zip_bomb() -> bytes:
    """A thousandth of what it unpacks to: 100 MB."""
    return zip_of(("a.txt", bytes(100 << 20)))


def zip_in_zip(depth: int = 5) -> bytes:
    """As 42.zip: archives all the way down."""
    content = zip_of(("0.txt", bytes(1 << 20)))
    for _ in range(depth):
        content = zip_of(*((f"{number}.zip", content) for number in range(16)))
    return content


def zip_that_declares(size: int) -> bytes:
    """A short file that says it is ``size`` bytes long."""
    packed = zip_of(("report.txt", b"SQL statistics:\n"))
    directory = packed.find(b"PK\x01\x02")
    number = struct.pack("<I", size)
    changed = packed[: directory + 24] + number + packed[directory + 28 :]
    return changed[:22] + number + changed[26:]


def zip_whose_files_overlap() -> bytes:
    """All lines of the directory name the same bytes, each as a file of its own."""
    packed = zip_of(("a.txt", bytes(1 << 20)))
    place = packed.find(b"PK\x01\x02")
    end = packed.find(b"PK\x05\x06")
    line = packed[place:end]
    lines = b"".join(line[:46] + b"%c.txt" % (97 + n) + line[51:] for n in range(20))
    tail = struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 20, 20, len(lines), place, 0)
    return packed[:place] + lines + tail


def gzip_without_end() -> bytes:
    """16 MB that go on for ever: a piece of zeros, over and over, and no trailer."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return packer.compress(bytes(64 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
