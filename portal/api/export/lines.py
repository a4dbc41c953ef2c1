"""Rows as lines: NDJSON for programs, CSV for spreadsheets."""

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import Any

from rest_framework.utils.encoders import JSONEncoder

from portal.api.export.dictionary import Field
from portal.formats.cells import safe_cell

Json = Mapping[str, Any]  # JSON values


def ndjson(rows: Iterable[Json]) -> Iterator[bytes]:
    """ASCII alone, so that no reader takes a separator within a text for the end of a line."""
    for row in rows:
        yield f"{_json(row)}\n".encode()


def table(fields: Sequence[Field], rows: Iterable[Json]) -> Iterator[bytes]:
    """What is not known is an empty cell; a list or an open object is a cell of JSON."""
    columns = [field for field in fields if field.is_column]
    yield line([column.name for column in columns])
    for row in rows:
        yield line([_cell(column.of(row)) for column in columns])


def line(cells: Iterable[object]) -> bytes:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerow([safe_cell(cell) for cell in cells])
    return text.getvalue().encode(errors="replace")


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping | list | tuple):
        return _json(value)
    return value if value is None or isinstance(value, int | float) else str(value)


def _json(value: object) -> str:
    return json.dumps(value, cls=JSONEncoder, separators=(",", ":"), allow_nan=False)
