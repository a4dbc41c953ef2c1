"""A filled-in report as it is kept: what was read of it, and nothing beside that.

A workbook names its authors and holds other sheets, comments and what a program hides in
it. It is written anew from the cells of its report; a CSV file stays as it is, but for
the secrets in its cells.
"""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.worksheet.worksheet import Worksheet

from benchruns.parsers.secrets.guard import Blanked, blank_secrets
from benchruns.parsers.stored.text import StoredText
from benchruns.parsers.tool_report import Format, ToolReport
from benchruns.submissions.template import reader
from benchruns.submissions.template.faults import Fault, TemplateError
from benchruns.submissions.template.steady import WRITTEN, steady
from benchruns.submissions.template.table import Record
from benchruns.submissions.template.values import REMOVE, Cell

LARGEST_WHOLE = 10**15


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredWorkbook:
    """The workbook to keep, and what it says."""

    content: bytes
    report: ToolReport


def stored_xlsx(content: bytes) -> StoredWorkbook:
    """ReportError, mostly a TemplateError, for what cannot be used.

    A secret is not taken out but refused: a cell can be typed again.
    """
    faults: list[Fault] = []
    records: list[Record] = []
    for number, cells in reader.xlsx_records(content):
        kept = []
        for cell in cells:
            blanked = _blanked(cell)
            if blanked.count:
                faults.append((cell.place, str(REMOVE)))
            else:
                cell = replace(cell, value=_written(cell, blanked))
            kept.append(cell)
        records.append((number, kept))
    report = reader.report_of(Format.TEMPLATE_XLSX, records)
    if faults:  # beside the table: those within it were told with its other faults
        raise TemplateError(faults)
    return StoredWorkbook(content=_workbook(records), report=report)


def blanked_xlsx(content: bytes) -> tuple[bytes, int]:
    """One that was kept, without what is a secret by the rules of today; how many."""
    records: list[Record] = []
    secrets = 0
    for number, cells in reader.xlsx_records(content):
        found = [_blanked(cell) for cell in cells]
        secrets += sum(each.count for each in found)
        kept = [
            replace(cell, value=_written(cell, each))
            for cell, each in zip(cells, found, strict=True)
        ]
        records.append((number, kept))
    return _workbook(records) if secrets else content, secrets


def stored_csv(text: str) -> StoredText:
    """ReportError, mostly a TemplateError, for what cannot be used."""
    kept = blanked_csv(text)
    report = reader.read_csv(kept.text)
    return StoredText(text=kept.text, report=report, secrets=kept.count)


def blanked_csv(text: str) -> Blanked:
    """Cell by cell: what ends a secret within a command does not end its cell."""
    rows = [[blank_secrets(word) for word in row] for row in reader.csv_rows(text)]
    secrets = sum(word.count for row in rows for word in row)
    if not secrets:
        return Blanked(text)
    kept = io.StringIO()
    writer = csv.writer(kept, reader.dialect_of(text), lineterminator="\n")
    writer.writerows([word.text for word in row] for row in rows)
    return Blanked(kept.getvalue(), secrets)


def _blanked(cell: Cell) -> Blanked:
    value = cell.value
    return blank_secrets(value) if isinstance(value, str) else Blanked("")


def _written(cell: Cell, blanked: Blanked) -> object:
    """A number as workbooks hold it: in sixteen digits, a whole one without a point."""
    if isinstance(cell.value, str):
        return blanked.text
    if not isinstance(cell.value, float):
        return cell.value
    number = float(f"{cell.value:.16g}")
    is_whole = number.is_integer() and abs(number) < LARGEST_WHOLE
    return int(number) if is_whole else number


def _workbook(records: Sequence[Record]) -> bytes:
    """The cells where they stood, on one sheet, without a format or an author."""
    book = Workbook()
    sheet: Worksheet = book.worksheets[0]
    sheet.title = reader.SHEET
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
