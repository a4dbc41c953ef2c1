"""A backup file: lines of JSON, compressed, with a checksum of all lines in the last."""

import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

CHECKSUM = "sha256"


class BackupRefused(Exception):
    """Nothing was written; the text says why, and what to do."""


def damaged() -> BackupRefused:
    return BackupRefused(
        _("The backup is damaged or incomplete; nothing was restored.")
    )


class Writer:
    def __init__(self, file: gzip.GzipFile) -> None:
        self._file = file
        self._sum = hashlib.sha256()

    def line(self, value: object) -> None:
        data = json.dumps(value, separators=(",", ":")).encode() + b"\n"
        self._sum.update(data)
        self._file.write(data)

    def end(self) -> None:
        self._file.write(json.dumps({CHECKSUM: self._sum.hexdigest()}).encode() + b"\n")


@contextmanager
def written(path: Path) -> Iterator[Writer]:
    """There whole or not at all, and for its owner alone: it holds hashes of passwords."""
    part = path.with_name(f"{path.name}.part")
    try:
        if path.exists():
            raise BackupRefused(_("%s is there already.") % path)
        part.unlink(missing_ok=True)
        number = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        reason = error.strerror or error
        raise BackupRefused(
            _("%(file)s cannot be written: %(reason)s.")
            % {"file": path, "reason": reason}
        ) from error
    try:
        with os.fdopen(number, "wb") as raw:
            with gzip.GzipFile(fileobj=raw, mode="wb", filename="") as file:
                writer = Writer(file)
                yield writer
                writer.end()
            raw.flush()
            os.fsync(raw.fileno())
        part.rename(path)
    finally:
        part.unlink(missing_ok=True)


def values(path: Path) -> Iterator[Any]:
    """Each line's value but the checksum; whoever reads undoes all if this one raises."""
    checksum = hashlib.sha256()
    stated = None
    try:
        with gzip.open(path, "rb") as file:
            for line in file:
                value = json.loads(line)
                if stated is not None:
                    raise damaged()
                if isinstance(value, dict) and CHECKSUM in value:
                    stated = value[CHECKSUM]
                    continue
                checksum.update(line)
                yield value
    except (FileNotFoundError, IsADirectoryError, PermissionError) as error:
        raise BackupRefused(
            _("%(file)s cannot be read: %(reason)s.")
            % {"file": path, "reason": error.strerror}
        ) from error
    except (OSError, EOFError, zlib.error, ValueError) as error:
        raise damaged() from error
    if stated != checksum.hexdigest():
        raise damaged()
