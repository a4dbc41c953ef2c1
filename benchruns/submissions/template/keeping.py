"""A filled-in report as it is kept: what was read of it, and nothing beside that.

A workbook names its authors and holds other sheets, comments and what a program hides in
it. It is written anew from the cells of its report; a CSV file stays as it is, but for
what is concealed in its cells.
"""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.worksheet.worksheet import Worksheet

from benchruns.parsers.concealing.concealing import Concealed, conceal
from benchruns.parsers.kept_text import KeptText
from benchruns.parsers.tool_report import Format, ToolReport
from benchruns.submissions.template import reading
from benchruns.submissions.template.faults import Fault, TemplateError
from benchruns.submissions.template.steady import WRITTEN, steady
from benchruns.submissions.template.table import Record
from benchruns.submissions.template.values import REMOVE, Cell

LARGEST_WHOLE = 10**15


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """The workbook to keep, what it says, and how much was taken out of its cells."""

    content: bytes
    report: ToolReport
    places: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankedBook:
    """A kept workbook, and what was taken out of it."""

    content: bytes
    secrets: int
    places: int


def kept_xlsx(content: bytes) -> Kept:
    """ReportError, mostly a TemplateError, for what cannot be used.

    A secret is not taken out but refused: a cell can be typed again.
    """
    faults: list[Fault] = []
    places = 0
    records: list[Record] = []
    for number, cells in reading.xlsx_records(content):
        kept = []
        for cell in cells:
            concealed = _concealed(cell)
            if concealed.secrets:
                faults.append((cell.place, str(REMOVE)))
            else:
                cell = replace(cell, value=_written(cell, concealed))
            places += concealed.places
            kept.append(cell)
        records.append((number, kept))
    report = reading.report_of(Format.TEMPLATE_XLSX, records)
    if faults:  # beside the table: those within it were told with its other faults
        raise TemplateError(faults)
    return Kept(content=_workbook(records), report=report, places=places)


def blanked_xlsx(content: bytes) -> BlankedBook:
    """One that was kept, without what is a secret or a place by the rules of today."""
    records: list[Record] = []
    every: list[Concealed] = []
    for number, cells in reading.xlsx_records(content):
        found = [_concealed(cell) for cell in cells]
        every += found
        kept = [
            replace(cell, value=_written(cell, each))
            for cell, each in zip(cells, found, strict=True)
        ]
        records.append((number, kept))
    secrets = sum(each.secrets for each in every)
    places = sum(each.places for each in every)
    is_changed = bool(secrets or places)
    return BlankedBook(
        content=_workbook(records) if is_changed else content,
        secrets=secrets,
        places=places,
    )


def kept_csv(text: str) -> KeptText:
    """ReportError, mostly a TemplateError, for what cannot be used."""
    kept = blanked_csv(text)
    return KeptText(
        text=kept.text,
        report=reading.read_csv(kept.text),
        secrets=kept.secrets,
        places=kept.places,
    )


def blanked_csv(text: str) -> Concealed:
    """Cell by cell: what ends a secret within a command does not end its cell."""
    rows = [[conceal(word) for word in row] for row in reading.csv_rows(text)]
    secrets = sum(word.secrets for row in rows for word in row)
    places = sum(word.places for row in rows for word in row)
    if not (secrets or places):
        return Concealed(text)
    kept = io.StringIO()
    writer = csv.writer(kept, reading.dialect_of(text), lineterminator="\n")
    writer.writerows([word.text for word in row] for row in rows)
    return Concealed(kept.getvalue(), secrets, places)


def _concealed(cell: Cell) -> Concealed:
    return conceal(cell.value) if isinstance(cell.value, str) else Concealed("")


def _written(cell: Cell, concealed: Concealed) -> object:
    """A number as workbooks hold it: in sixteen digits, a whole one without a point."""
    if isinstance(cell.value, str):
        return concealed.text
    if not isinstance(cell.value, float):
        return cell.value
    number = float(f"{cell.value:.16g}")
    is_whole = number.is_integer() and abs(number) < LARGEST_WHOLE
    return int(number) if is_whole else number


def _workbook(records: Sequence[Record]) -> bytes:
    """The cells where they stood, on one sheet, without a format or an author."""
    book = Workbook()
    sheet: Worksheet = book.worksheets[0]
    sheet.title = reading.SHEET
    for number, cells in records:
        for column, cell in enumerate(cells, start=1):
            if cell.value is not None:
                _write(sheet, number, column, cell.value)
    book.properties.creator = None
    book.properties.created = WRITTEN
    content = io.BytesIO()
    book.save(content)
    return steady(content.getvalue())


def _write(sheet: Worksheet, row: int, column: int, value: object) -> None:
    if isinstance(value, int | float | datetime):
        sheet.cell(row, column, value)
        return
    written = sheet.cell(row, column, ILLEGAL_CHARACTERS_RE.sub("", str(value)))
    written.data_type = "s"  # never a formula
