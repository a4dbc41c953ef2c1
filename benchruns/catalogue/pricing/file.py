"""A CSV file of prices, read whole: each fault is told by its line and column.

UTF-8 with or without a byte order mark, lines that end as Unix or Windows ends them,
cells separated by commas or semicolons: what spreadsheets write.
"""

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO

from django.utils.translation import gettext as _

from benchruns.catalogue.pricing.lines import COLUMNS, Fault, Key, LineReader, PriceLine

MOST_BYTES = 2_000_000
MOST_LINES = 20_000


class PriceFileError(ValueError):
    """The file cannot be imported; nothing of it was."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


def read(content: bytes) -> list[PriceLine]:
    """Every price of the file in its order; PriceFileError with all its faults."""
    records = list(_records(_text_of(content)))
    if len(records) > MOST_LINES + 1:
        raise _whole(
            _("The file has more than %(most)s lines; split it.")
            % {"most": f"{MOST_LINES:,}"}
        )
    if not records:
        raise _whole(
            _("The file is empty. Its first line names the columns: %s.")
            % ",".join(COLUMNS)
        )
    (number, header), *rest = records
    columns = _columns(header, number)
    if not rest:
        raise _whole(_("The file has no price under the names of its columns."))
    return _lines(columns, rest)


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
        raise PriceFileError([Fault(line=line, column="", reason=reason)]) from error


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
        raise PriceFileError([Fault(line=number, column="", reason=reason)]) from error


def _columns(header: Sequence[str], number: int) -> Sequence[str]:
    faults = [
        (name, _("This column is missing. The columns are: %s.") % ",".join(COLUMNS))
        for name in COLUMNS
        if name not in header
    ]
    faults += [
        (name[:60], _("There is no such column; take it out of the file."))
        for name in dict.fromkeys(header)
        if name not in COLUMNS
    ]
    faults += [
        (name, _("This column is there twice; keep one."))
        for name in COLUMNS
        if header.count(name) > 1
    ]
    if faults:
        raise PriceFileError(
            [Fault(line=number, column=name, reason=why) for name, why in faults]
        )
    return header


def _lines(
    columns: Sequence[str], records: Iterable[tuple[int, list[str]]]
) -> list[PriceLine]:
    reader = LineReader()
    seen: dict[Key, int] = {}
    lines = []
    for number, cells in records:
        line = reader.read(number, columns, cells)
        if line is None:
            continue
        first = seen.setdefault(line.key, number)
        if first != number:
            reason = _(
                "The same class, region, term, currency and day stand in line %d; "
                "keep one of them."
            )
            reader.faults.append(Fault(line=number, column="", reason=reason % first))
        lines.append(line)
    if reader.faults:
        raise PriceFileError(reader.faults)
    return lines


def _whole(reason: str) -> PriceFileError:
    return PriceFileError([Fault(line=0, column="", reason=reason)])
