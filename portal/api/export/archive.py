"""An export: its files in their order, as the database was at one moment."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.template.loader import render_to_string

from portal.api.export import dictionary, lines
from portal.api.export.kinds import KINDS, Kind, Reader
from portal.api.export.zip_stream import File, zipped
from portal.formats.cells import exact_time

Json = dict[str, Any]  # JSON values


def archive(reader: Reader, *, at: datetime) -> Iterator[bytes]:
    """The bytes of the zip file, made as they are asked for."""
    kinds = [kind for kind in KINDS if kind.is_open_to(reader)]
    with _one_moment():
        yield from zipped(_files(kinds, reader, at), at=at)


@contextmanager
def _one_moment() -> Iterator[None]:
    """One state of all tables until the end. SQLite would keep everybody else from writing
    meanwhile: there each query sees what is there by then."""
    if connection.vendor == "sqlite" or connection.in_atomic_block:
        yield
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            cursor.execute("SELECT 1")  # the moment is that of the first query
        yield


def _files(kinds: Sequence[Kind], reader: Reader, at: datetime) -> Iterator[File]:
    """Each kind's rows are read twice, for either file, rather than kept between the two."""
    counts: dict[str, int] = {}
    yield "README.md", [_readme(kinds, reader, at)]
    yield "dictionary.csv", _dictionary(kinds)
    for kind in kinds:
        rows = _counted(kind.rows(reader), kind.name, counts)
        yield f"ndjson/{kind.name}.ndjson", lines.ndjson(rows)
        table = lines.table(dictionary.fields_of(kind), kind.rows(reader))
        yield f"csv/{kind.name}.csv", table
    # Last: where it is there, the file is whole.
    yield "manifest.json", [_manifest(counts, reader, at)]


def _counted(rows: Iterable[Json], name: str, counts: dict[str, int]) -> Iterator[Json]:
    counts[name] = 0
    for row in rows:
        counts[name] += 1
        yield row


def _readme(kinds: Sequence[Kind], reader: Reader, at: datetime) -> bytes:
    context = {
        "kinds": [(kind.name, dictionary.meaning_of(kind)) for kind in kinds],
        "reader": reader.request.user.get_username(),
        "since": reader.since,
        "at": at,
    }
    return render_to_string("export/readme.md", context).encode()


def _dictionary(kinds: Sequence[Kind]) -> Iterator[bytes]:
    yield lines.line(dictionary.HEADS)
    for kind in kinds:
        yield from map(lines.line, dictionary.lines_of(kind))


def _manifest(counts: Mapping[str, int], reader: Reader, at: datetime) -> bytes:
    told = {
        "exported_at": exact_time(at),
        "since": exact_time(reader.since) if reader.since else None,
        "reader": reader.request.user.get_username() or None,
        "rows": counts,
    }
    return f"{json.dumps(told, indent=2)}\n".encode()
