"""A CSV file that staff import, read whole: each fault is told by its line and column.

UTF-8 with or without a byte order mark, lines that end as Unix or Windows ends them,
cells separated by commas or semicolons: what spreadsheets write.
"""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO

from django.utils.translation import gettext as _

MOST_BYTES = 2_000_000
MOST_LINES = 20_000

Record = tuple[int, Sequence[str]]  # the number of its first line, and its cells


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """``line`` 0 and ``column`` empty: about the whole file, the whole line."""

    line: int
    column: str
    reason: str

    def __str__(self) -> str:
        place = []
        if self.line:
            place.append(_("line %d") % self.line)
        if self.column:
            place.append(_("column %s") % self.column)
        return f"{', '.join(place)}: {self.reason}" if place else self.reason


class TableError(ValueError):
    """The file cannot be imported; nothing of it was."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


def read(
    content: bytes, columns: Sequence[str], *, optional: frozenset[str] = frozenset()
) -> tuple[Sequence[str], Sequence[Record]]:
    """The columns in the file's order, and its records; TableError with all faults.

    Columns that are ``optional`` may be missing.
    """
    records = list(_records(_text_of(content)))
    if len(records) > MOST_LINES + 1:
        raise _whole(
            _("The file has more than %(most)s lines; split it.")
            % {"most": f"{MOST_LINES:,}"}
        )
    if not records:
        raise _whole(
            _("The file is empty. Its first line names the columns: %s.")
            % ",".join(columns)
        )
    (number, header), *rest = records
    _check_header(header, columns, optional, number)
    if not rest:
        raise _whole(_("The file has no line under the names of its columns."))
    return header, rest


def named(columns: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    """The cells of a record by their columns; ValueError where their number differs."""
    if len(cells) == len(columns):
        return dict(zip(columns, cells, strict=True))
    reason = _(
        "This line has %(cells)d cells, and there are %(columns)d columns; "
        "put text that holds a separator into double quotes."
    )
    raise ValueError(reason % {"cells": len(cells), "columns": len(columns)})


def too_large() -> str:
    return _("The file is larger than %(most)s bytes; split it.") % {
        "most": f"{MOST_BYTES:,}"
    }


def _text_of(content: bytes) -> str:
    if len(content) > MOST_BYTES:
        raise _whole(too_large())
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        reason = _("This is not UTF-8. Save the file as “CSV UTF-8” and try again.")
        raise TableError([Fault(line=line, column="", reason=reason)]) from error


def _records(text: str) -> Iterator[tuple[int, list[str]]]:
    """Each record that has a cell with something in it, with its first line's number."""
    first = text.lstrip().partition("\n")[0]
    separator = ";" if ";" in first and "," not in first else ","
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    number = 1
    try:
        for cells in reader:
            stripped = [cell.strip() for cell in cells]
            if any(stripped):
                yield number, stripped
            # A quoted cell may span lines: the next record starts after its end.
            number = reader.line_num + 1
    except csv.Error as error:
        reason = _("This line cannot be read as CSV: %s.") % error
        raise TableError([Fault(line=number, column="", reason=reason)]) from error


def _check_header(
    header: Sequence[str], columns: Sequence[str], optional: frozenset[str], number: int
) -> None:
    faults = [
        (name, _("This column is missing. The columns are: %s.") % ",".join(columns))
        for name in columns
        if name not in header and name not in optional
    ]
    faults += [
        (name[:60], _("There is no such column; take it out of the file."))
        for name in dict.fromkeys(header)
        if name not in columns
    ]
    faults += [
        (name, _("This column is there twice; keep one."))
        for name in columns
        if header.count(name) > 1
    ]
    if faults:
        raise TableError(
            [Fault(line=number, column=name, reason=why) for name, why in faults]
        )


def _whole(reason: str) -> TableError:
    return TableError([Fault(line=0, column="", reason=reason)])
