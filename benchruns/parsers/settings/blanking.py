"""A text of server settings as it is kept: private values are blanked, the rest stays.

What is private is told by ``settings_private``, as for what is read of the text: so the
text that is kept reads as the one that was uploaded.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence

from benchruns.parsers.concealing.spans import BLANK, Blanked
from benchruns.parsers.settings import table
from benchruns.parsers.settings.private import is_private, plain_name

_COMMENT = re.compile(r"(?:[#;]|--)[#;\s-]{0,100}")
_HEADING = ("[", "+--")

_Changes = Iterator[tuple[int, str | None]]  # a line, and what becomes of it


def blank_private(text: str) -> Blanked:
    """``count`` is of the lines that were changed."""
    lines = text.split("\n")
    stripped = {place: line.strip() for place, line in enumerate(lines)}
    told = [p for p, line in stripped.items() if line and not _is_aside(line)]
    changed = {
        told[place]: line for place, line in _changes([stripped[p] for p in told])
    }
    for place, line in stripped.items():
        if (found := _COMMENT.match(line)) and (rest := _of_line(line[found.end() :])):
            changed[place] = found[0] + rest
    kept = [
        _indented(changed[place], line) if place in changed else line
        for place, line in enumerate(lines)
    ]
    return Blanked("\n".join(line for line in kept if line is not None), len(changed))


def _indented(changed: str | None, line: str) -> str | None:
    indent = line[: len(line) - len(line.lstrip())]
    return None if changed is None else indent + changed


def _is_aside(line: str) -> bool:
    """A comment, a heading of a configuration file, a ruled line."""
    return line.startswith(_HEADING) or _COMMENT.match(line) is not None


def _changes(lines: Sequence[str]) -> _Changes:
    """By the form that the lines are in; a line that is None goes."""
    if header := table.header_of(lines):
        rows = _csv_rows if header.delimiter in ",;" else _rows
        yield from rows(lines, header)
    elif (record := table.first_record(lines)) is not None:
        yield from _records(lines, record)
    else:
        for place, line in enumerate(lines):
            if rest := _of_line(line):
                yield place, rest


def _cells(cells: Sequence[str], columns: Mapping[str, int]) -> list[str] | None:
    """The cells without what is private; None where nothing is.

    Of a private setting all but its name goes: some tables have its value twice.
    """
    named = dict(enumerate(cells))
    name = plain_name(named.get(columns["name"], ""))
    value = named.get(columns["value"], "")
    stay = {columns["name"], columns.get("unit", -1)}
    if not value or not is_private(name, value):
        stay |= {p for p, cell in named.items() if not is_private("", cell)}
    kept = [
        cell if place in stay or not cell else BLANK for place, cell in named.items()
    ]
    return kept if kept != list(cells) else None


def _rows(lines: Sequence[str], header: table.Header) -> _Changes:
    begin, end = "", ""
    for place, line in enumerate(lines[header.place + 1 :], start=header.place + 1):
        if table.RULE.fullmatch(line):
            continue
        if header.delimiter == "|" and line.startswith("|"):
            begin, end = "|", "|" * line.endswith("|")
            line = line.removeprefix("|").removesuffix("|")
        parts = line.split(header.delimiter, header.width - 1)
        cells = [part.strip().strip('"') for part in parts]
        if kept := _cells(cells, header.columns):
            whole = [
                part.replace(cell, after, 1) if after != cell else part
                for part, cell, after in zip(parts, cells, kept, strict=True)
            ]
            yield place, begin + header.delimiter.join(whole) + end


def _csv_rows(lines: Sequence[str], header: table.Header) -> _Changes:
    reader = csv.reader(lines[header.place + 1 :], delimiter=header.delimiter)
    first = header.place + 1
    try:
        for row in reader:
            after = header.place + 1 + reader.line_num
            if kept := _cells(row, header.columns):
                line = io.StringIO()
                csv.writer(
                    line, delimiter=header.delimiter, lineterminator=""
                ).writerow(kept)
                yield first, line.getvalue()
                yield from ((place, None) for place in range(first + 1, after))
            first = after
    except csv.Error:
        return  # the reader of settings refuses it, with the reason


def _records(lines: Sequence[str], start: int) -> _Changes:
    cells: dict[str, tuple[int, str]] = {}
    others: list[int] = []
    for place, line in enumerate((*lines[start:], "-[ RECORD 0 ]"), start=start):
        if table.RECORD.fullmatch(line):
            yield from _of_record(lines, cells, others)
            cells, others = {}, []
        elif match := table.RECORD_CELL.fullmatch(line):
            cells.setdefault(match[1].casefold(), (place, match[2].strip()))
        else:
            others.append(place)


def _of_record(
    lines: Sequence[str], cells: Mapping[str, tuple[int, str]], others: Sequence[int]
) -> _Changes:
    """A value of several lines goes on in lines that are no cells."""
    columns = table.columns_of(list(cells))
    if not columns:
        return
    found = list(cells.values())
    kept = _cells([value for _place, value in found], columns)
    for (place, value), after in zip(found, kept or (), strict=False):
        if value != after:
            yield place, lines[place].removesuffix(value) + after
    if kept:
        yield from ((place, BLANK) for place in others)


def _of_line(line: str) -> str:
    """``name = value``, or columns without a header; empty where nothing is private."""
    match = table.LINE.fullmatch(line)
    value = table.unquoted(match[2]) if match else ""
    if match is None and (match := table.BARE.fullmatch(line)):
        value = match[2].strip()
    if match is None or value in ("", BLANK):
        return ""
    if not is_private(plain_name(match[1]), value):
        return ""
    return f"{line[: match.start(2)]}{BLANK}{line[match.end(2) :]}"
