"""The downloaded template as somebody fills it in with a spreadsheet."""

import io
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from openpyxl import Workbook, load_workbook

from benchruns.submissions.template import writer
from benchruns.submissions.template.columns import columns

FIRST = 3  # the row under labels and keys
ROW = {"workload": "oltp_read_write", "threads": 64, "tps": 1234.5}


def letter(key: str) -> str:
    """The letter of a column in the template as it is downloaded."""
    keys = [column.key for column in columns()]
    return Workbook().active.cell(1, keys.index(key) + 1).column_letter


def place(key: str, row: int = FIRST) -> str:
    return f"{letter(key)}{row}"


def named(key: str, row: int = FIRST) -> str:
    """As faults name the cell of a column."""
    return f"{place(key, row)} ({key})"


@cache
def _downloaded() -> bytes:
    return writer.xlsx()


def changed(change: Callable[[Workbook], None]) -> bytes:
    """The template after a change by openpyxl."""
    book = load_workbook(io.BytesIO(_downloaded()))
    change(book)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def filled(*rows: Mapping[str, object], first: int = FIRST) -> bytes:
    """The template with these rows, each by the keys of its columns."""

    def fill(book: Workbook) -> None:
        sheet = book["Report"]
        for number, row in enumerate(rows, start=first):
            for key, value in row.items():
                sheet[place(key, number)] = value

    return changed(fill)


def plain(*rows: Mapping[str, object]) -> bytes:
    """The same rows in the same cells, without the rest of the template."""
    keys = [column.key for column in columns()]
    lines = [[row.get(key) for key in keys] for row in rows]
    return workbook([column.label for column in columns()], keys, *lines)


def workbook(*rows: Sequence[object], title: str = "Report") -> bytes:
    """A plain workbook of somebody's own."""
    book = Workbook()
    book.active.title = title
    for row in rows:
        book.active.append(row)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()
