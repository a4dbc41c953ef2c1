"""Benchbook's own report, filled in: XLSX and CSV to rows, or every fault by its cell."""

import csv
import io
from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from openpyxl import load_workbook
from openpyxl.cell import Cell as _WrittenCell
from openpyxl.cell import MergedCell
from openpyxl.cell.read_only import EmptyCell, ReadOnlyCell
from openpyxl.utils import get_column_letter

from benchruns.parsers.errors import ReportError
from benchruns.parsers.tool_report import Format, ToolReport
from benchruns.submissions.template import limits, table
from benchruns.submissions.template.package import examined
from benchruns.submissions.template.table import Record
from benchruns.submissions.template.values import Cell

_SheetCell = ReadOnlyCell | EmptyCell | _WrittenCell | MergedCell
PARSER_VERSION = "1"
TOOL = "report template"
SHEET = "Report"
_SEPARATORS = ",;\t"
_FORMULA, _ERROR = "f", "e"


def is_template(text: str) -> bool:
    """Whether a text is our CSV: its first lines name our columns."""
    beginning = text[: limits.MOST_LINE].lstrip("\ufeff")
    for line in beginning.split("\n", table.LAST_HEAD)[: table.LAST_HEAD]:
        words = line.replace('"', "")
        if any(table.is_head(words.split(separator)) for separator in _SEPARATORS):
            return True
    return False


def read_csv(text: str) -> ToolReport:
    """ReportError, mostly a TemplateError, for what cannot be used."""
    return report_of(Format.TEMPLATE_CSV, _csv_records(text))


def read_xlsx(content: bytes) -> ToolReport:
    """ReportError, mostly a TemplateError, for what cannot be used."""
    return report_of(Format.TEMPLATE_XLSX, xlsx_records(content))


def report_of(format_: Format, records: Iterable[Record]) -> ToolReport:
    return ToolReport(
        format=format_,
        tool=TOOL,
        tool_version=None,
        parser_version=PARSER_VERSION,
        rows=table.rows_of(records),
    )


def _csv_records(text: str) -> Iterator[Record]:
    """The lines by their numbers in a spreadsheet."""
    for number, words in enumerate(csv_rows(text), start=1):
        if any(words):
            yield number, _cells_of_line(words[: limits.MOST_COLUMNS + 1], number)


def csv_rows(text: str) -> Iterator[list[str]]:
    """Every row of our CSV; ReportError for what is none, or too large."""
    text = text.removeprefix("\ufeff")
    if len(text) > limits.MOST_CSV_CHARACTERS:
        raise ReportError(
            _("This table is larger than a report of %(most)d rows: split it.")
            % {"most": limits.MOST_ROWS}
        )
    for number, line in enumerate(text.splitlines(keepends=True), start=1):
        if len(line) > limits.MOST_LINE:
            message = _("Line %(number)d is too long for a row of a report.")
            raise ReportError(message % {"number": number}, line)
    reader = csv.reader(io.StringIO(text, newline=""), dialect_of(text), strict=True)
    number = 0
    try:
        for words in reader:
            yield words
            number += 1
    except csv.Error as error:
        message = _("Row %(number)d cannot be read as CSV: %(why)s.")
        raise ReportError(message % {"number": number + 1, "why": error}) from error


def _cells_of_line(words: list[str], number: int) -> list[Cell]:
    return [
        Cell(place=f"{get_column_letter(column)}{number}", value=word)
        for column, word in enumerate(words, start=1)
    ]


def dialect_of(text: str) -> type[csv.Dialect]:
    """The separator is the one that the head row is written with."""

    class Separated(csv.excel):
        delimiter = ","

    for line in text.splitlines()[: table.LAST_HEAD]:
        for separator in _SEPARATORS:
            if table.is_head(line.replace('"', "").split(separator)):
                Separated.delimiter = separator
                return Separated
    return Separated


def xlsx_records(content: bytes) -> Iterator[Record]:
    """The rows of the sheet; whatever the library stumbles over is a ReportError."""
    try:
        yield from _rows_of_sheet(examined(content))
    except ReportError:
        raise
    except Exception as error:
        # A workbook that is wrong inside leads the library into errors of any class.
        raise ReportError(
            _("This workbook is damaged: copy the rows into a fresh template.")
        ) from error


def _rows_of_sheet(content: bytes) -> Iterator[Record]:
    # Formulas are kept as such: a cached value is what somebody's program once said.
    workbook = load_workbook(io.BytesIO(content), read_only=True, keep_links=False)
    sheets = workbook.worksheets
    if not sheets or len(sheets) > limits.MOST_SHEETS:
        raise ReportError(_("Send a workbook with the sheet “Report” of the template."))
    named = [sheet for sheet in sheets if sheet.title.strip().casefold() == "report"]
    sheet = (named or sheets)[0]
    sheet.reset_dimensions()  # what the file declares of its size may be wrong
    for number, cells in enumerate(sheet.iter_rows(), start=1):
        if number > limits.LAST_ROW:
            raise ReportError(_("There is a row beyond the last of a worksheet."))
        if any(cell.value is not None for cell in cells):
            yield number, [_cell(cell, number, i) for i, cell in enumerate(cells, 1)]


def _cell(cell: _SheetCell, number: int, column: int) -> Cell:
    is_number = isinstance(cell.value, int | float)
    return Cell(
        place=f"{get_column_letter(column)}{number}",
        value=cell.value,
        is_formula=cell.data_type == _FORMULA,
        is_error=cell.data_type == _ERROR,
        is_percentage=is_number and "%" in str(cell.number_format),
    )
