"""Zip files from strangers: what they declare is never believed.

An archive is read from memory. Every fault, whatever the bytes, is an ``UnsafeZip``.
"""

import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO

from django.utils.translation import gettext as _

CHUNK = 64 * 1024
# Sizes of the fixed parts: before a file's bytes, and of its line in the directory.
_LOCAL_HEADER = 30
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# What ``zipfile`` raises for bytes that are no sound archive, found by fuzzing it.
_FAULTS = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
)


class UnsafeZip(ValueError):
    """The archive is not read further; the text says why and what to do."""


class _Cautious(io.BytesIO):
    """Refuses to hand out much at once: so a directory cannot be of any length."""

    def __init__(self, content: bytes, *, most_at_once: int) -> None:
        super().__init__(content)
        self._most = most_at_once

    def read(self, size: int | None = -1, /) -> bytes:
        if size is None or size < 0:
            size = len(self.getbuffer()) - self.tell()
        if size > self._most:
            raise UnsafeZip(
                _("Its list of files is too long. Pack fewer files together.")
            )
        return super().read(size)


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except UnsafeZip:
        raise
    except _FAULTS as error:
        raise UnsafeZip(
            _("This is not a whole zip file, or it is damaged. Pack it again.")
        ) from error


def opened(content: bytes, *, most_directory: int) -> zipfile.ZipFile:
    """The archive, whose list of files takes ``most_directory`` bytes at most."""
    with _told():
        return zipfile.ZipFile(_Cautious(content, most_at_once=most_directory))


def files(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """The files that it lists, none of which is a trap; folders are left out."""
    entries = archive.infolist()
    _check_places(entries, end=archive.start_dir)
    found = [entry for entry in entries if not entry.filename.endswith("/")]
    seen: set[str] = set()
    for entry in found:
        _check(entry)
        if entry.filename in seen:
            raise UnsafeZip(_("It holds two files of the same name. Pack it again."))
        seen.add(entry.filename)
    return found


def _check_places(entries: Sequence[zipfile.ZipInfo], *, end: int) -> None:
    """Files that share bytes make a small archive unpack to a huge one."""
    begins = sorted(entries, key=lambda entry: entry.header_offset)
    places = [entry.header_offset for entry in begins] + [end]
    for entry, limit in zip(begins, places[1:], strict=True):
        size = _LOCAL_HEADER + entry.compress_size
        if entry.header_offset < 0 or entry.header_offset + size > limit:
            raise UnsafeZip(_("Its files overlap: it is damaged or a trap."))


def _check(entry: zipfile.ZipInfo) -> None:
    if entry.flag_bits & 0x1:
        raise UnsafeZip(_("It is locked with a password. Pack it without one."))
    if stat.S_IFMT(entry.external_attr >> 16) not in (0, stat.S_IFREG):
        raise UnsafeZip(_("It holds a link or a device. Pack the files themselves."))
    if entry.compress_type not in _METHODS:
        raise UnsafeZip(
            _("It is packed by a rare method. Pack it as an ordinary zip file.")
        )


def unpack(
    archive: zipfile.ZipFile,
    entry: zipfile.ZipInfo,
    *,
    allow: Callable[[int, int], None],
) -> bytes:
    """The bytes of one file, counted as they come.

    ``allow`` is called with (bytes so far, packed size) before more is unpacked, and
    raises when that is too much.
    """
    with _told(), archive.open(entry) as stream:
        content = counted(stream, packed=entry.compress_size, allow=allow)
        if len(content) != entry.file_size:
            raise EOFError
        return content


def counted(
    stream: IO[bytes] | io.BufferedIOBase,
    *,
    packed: int,
    allow: Callable[[int, int], None],
) -> bytes:
    """All of a stream that unpacks as it is read."""
    content = bytearray()
    while chunk := stream.read(CHUNK):
        content += chunk
        allow(len(content), packed)
    return bytes(content)
