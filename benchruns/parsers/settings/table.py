"""Server settings as clients print them: tables, columns, CSV, records, lines with ``=``.

Whatever the form, a list of names, values and units comes out.
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from benchruns.parsers.errors import ReportError

LOOKED_AT = 100  # lines in which a header must stand
LONGEST = 20_000  # characters of a line that are looked at


class Setting(NamedTuple):
    """One as printed; ``unit`` is empty where there is no column for it."""

    name: str
    value: str
    unit: str = ""


_KINDS = {
    "name": frozenset({"variable_name", "name"}),
    "value": frozenset({"value", "variable_value", "setting"}),
    "unit": frozenset({"unit"}),
}
_DELIMITERS = ("|", "\t", ";", ",")
RULE = re.compile(r"[-+=| ]{3,}")
RECORD = re.compile(r"\*{5,80} \d{1,9}\. row \*{5,80}|-\[ RECORD \d{1,9} \][-+]{0,200}")
RECORD_CELL = re.compile(r" {0,40}([A-Za-z_]{1,30})(?:: ?| {0,40}\| ?)(.*)", re.ASCII)
_NAME = r"[A-Za-z_][A-Za-z0-9_.-]{1,80}"
LINE = re.compile(rf"(?:set(?:-variable)? {{1,5}})?({_NAME}) {{0,60}}= {{0,60}}(.*)")
BARE = re.compile(rf"({_NAME})(?:\t|\|)([^\t|]*)(?:(?:\t|\|)([^\t|]*))?")
_UNIT = re.compile(r"(?:\d{0,4}(?:B|kB|MB)|ms|s|min)?", re.ASCII)
_FLAG = re.compile(_NAME)


def has_header(lines: Sequence[str]) -> bool:
    """Whether one of the first lines names the columns of a table of settings."""
    return header_of(lines) is not None or first_record(lines) is not None


def is_file(lines: Sequence[str]) -> bool:
    """Whether these are lines of a configuration file, as ``name = value``."""
    return not has_header(lines) and any(map(LINE.fullmatch, lines[:LOOKED_AT]))


def read(lines: Sequence[str]) -> list[Setting]:
    """All settings, in their order; empty where the form is none of these."""
    header = header_of(lines)
    if header is not None:
        return list(_of_table(lines[header.place + 1 :], header))
    record = first_record(lines)
    if record is not None:
        return list(_of_records(lines[record:]))
    return list(_of_lines(lines))


def _cells(line: str, delimiter: str, *, most: int = 0) -> list[str]:
    """The cells of a line; of ``most`` the last one may hold the delimiter too."""
    if delimiter == "|" and line.startswith("|"):
        line = line.removeprefix("|").removesuffix("|")
    parts = [part.strip() for part in line.split(delimiter, most - 1)]
    return [part[1:-1] if part[:1] == part[-1:] == '"' else part for part in parts]


class Header(NamedTuple):
    """The line it is, what parts its cells, how many there are, and where each column is."""

    place: int
    delimiter: str
    width: int
    columns: Mapping[str, int]


def header_of(lines: Sequence[str]) -> Header | None:
    for place, line in enumerate(islice(lines, LOOKED_AT)):
        for delimiter in _DELIMITERS:
            if delimiter in line[:LONGEST]:
                names = _cells(line[:LONGEST].casefold(), delimiter)
                columns = columns_of(names)
                if columns:
                    return Header(place, delimiter, len(names), columns)
    return None


def columns_of(names: Sequence[str]) -> Mapping[str, int]:
    """Where names, values and units stand; empty where it is no table of settings."""
    found: dict[str, int] = {}
    for place, name in enumerate(names):
        for kind, known in _KINDS.items():
            if name in known:
                found.setdefault(kind, place)
    return found if {"name", "value"} <= set(found) else {}


def _of_table(lines: Sequence[str], header: Header) -> Iterator[Setting]:
    columns = header.columns
    rows = _csv(lines, header.delimiter) if header.delimiter in ",;" else None
    for row in rows or _split(lines, header):
        # the value of a name alone is empty: the blank after it is gone
        cells = dict(enumerate(row))
        name = cells.get(columns["name"], "")
        if _FLAG.fullmatch(name):
            yield Setting(
                name,
                cells.get(columns["value"], ""),
                cells.get(columns.get("unit", -1), ""),
            )


def _split(lines: Sequence[str], header: Header) -> Iterator[list[str]]:
    for line in lines:
        if not RULE.fullmatch(line):
            yield _cells(line[:LONGEST], header.delimiter, most=header.width)


def _csv(lines: Sequence[str], delimiter: str) -> Iterator[list[str]]:
    reader = csv.reader((line[:LONGEST] for line in lines), delimiter=delimiter)
    try:
        yield from reader
    except csv.Error as error:
        raise ReportError(
            f"The list of settings cannot be read as CSV: {error}."
        ) from error


def first_record(lines: Sequence[str]) -> int | None:
    head = islice(lines, LOOKED_AT)
    return next(
        (place for place, line in enumerate(head) if RECORD.fullmatch(line.strip())),
        None,
    )


def _of_records(lines: Sequence[str]) -> Iterator[Setting]:
    cells: dict[str, str] = {}
    for line in (*lines, "-[ RECORD 0 ]"):
        if RECORD.fullmatch(line.strip()):
            columns = columns_of(list(cells))
            if columns:
                values = list(cells.values())
                unit = columns.get("unit")
                yield Setting(
                    values[columns["name"]],
                    values[columns["value"]],
                    "" if unit is None else values[unit],
                )
            cells = {}
        elif match := RECORD_CELL.fullmatch(line):
            cells.setdefault(match[1].casefold(), match[2].strip())


def _of_lines(lines: Sequence[str]) -> Iterator[Setting]:
    """A configuration file, or columns that came without their header."""
    for raw in lines:
        line = raw.strip()
        if match := LINE.fullmatch(line):
            yield Setting(match[1], unquoted(match[2]))
        elif match := BARE.fullmatch(line):
            # a third column that is no unit is a description, as SHOW ALL has it
            third = (match[3] or "").strip()
            unit = third if _UNIT.fullmatch(third) else ""
            yield Setting(match[1], match[2].strip(), unit)


def unquoted(text: str) -> str:
    """The value of a line of a configuration file, without its comment."""
    if text.startswith("'"):
        inner, _quote, _rest = text[1:].replace("''", "\0").partition("'")
        return inner.replace("\0", "'")
    if text.startswith('"'):
        return text[1:].partition('"')[0]
    return text.partition("#")[0].strip()
