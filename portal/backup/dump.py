"""The whole database into a file, row by row, while the portal goes on."""

import base64
from pathlib import Path
from typing import Any

from django.db import connection
from django.utils import timezone

from portal.backup import tables
from portal.backup.stream import Writer, written

FORMAT = 1
ROWS_AT_A_TIME = 200  # some hold a whole output of a tool


def dump(path: Path) -> int:
    """How many rows there are in it; secrets stay as they are stored, encrypted."""
    with written(path) as writer, tables.snapshot():
        writer.line(
            {
                "benchbook": FORMAT,
                "made_at": timezone.now().isoformat(),
                "database": connection.vendor,
                "migrations": tables.migrations(),
            }
        )
        return sum(_dump_table(writer, model) for model in tables.tables())


def _dump_table(writer: Writer, model: tables.Model) -> int:
    fields = tables.fields(model)
    writer.line({"table": model._meta.label, "columns": tables.columns(model)})
    rows = model._base_manager.order_by("pk").values_list(*map(tables.column, fields))
    count = 0
    for row in rows.iterator(chunk_size=ROWS_AT_A_TIME):
        writer.line([_plain(value) for value in row])
        count += 1
    last_id = tables.last_id(model)
    writer.line({"end": model._meta.label, "rows": count, "last_id": last_id})
    return count


def _plain(value: Any) -> object:
    """What ``Field.to_python`` of the value's field reads again."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(value).decode()
    return str(value)
