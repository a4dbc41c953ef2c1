"""A zip file that is sent while it is made.

Python's own ``zipfile`` writes to what cannot be wound back; what it wrote is passed on
as soon as it is a chunk, so that no file is ever held whole.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

CHUNK = 64 * 1024
File = tuple[str, Iterable[bytes]]


class _Outbox:
    """What is written and not sent yet. It has no ``tell``: so ``zipfile`` knows that nothing
    can be written over."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self.size = 0

    def write(self, data: bytes) -> int:
        self._parts.append(bytes(data))
        self.size += len(data)
        return len(data)

    def flush(self) -> None:
        """Nothing is behind it."""

    def taken(self) -> bytes:
        found = b"".join(self._parts)
        self._parts, self.size = [], 0
        return found


def zipped(files: Iterable[File], *, at: datetime) -> Iterator[bytes]:
    """The bytes of an archive of ``files``, each a name and what it holds."""
    outbox = _Outbox()
    with ZipFile(outbox, "w") as archive:  # type: ignore[call-overload]  # no IO[bytes]: it lacks tell
        for name, parts in files:
            entry = ZipInfo(name, at.timetuple()[:6])
            entry.compress_type = ZIP_DEFLATED
            # How long it becomes is not known before.
            with archive.open(entry, "w", force_zip64=True) as file:
                for part in parts:
                    file.write(part)
                    if outbox.size >= CHUNK:
                        yield outbox.taken()
    yield outbox.taken()
