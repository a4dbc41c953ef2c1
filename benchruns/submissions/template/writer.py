"""The template as it is downloaded: a workbook with its guide, and a CSV file."""

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Literal

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from benchruns.submissions.statement.field_kinds import Kind
from benchruns.submissions.statement.fields import Group
from benchruns.submissions.template import guide
from benchruns.submissions.template.columns import FIGURES, Column, columns
from benchruns.submissions.template.limits import MOST_ROWS
from benchruns.submissions.template.steady import WRITTEN, steady

_FIRST = 3  # labels, keys, then what is filled in

_COLOURS = {
    Group.LOAD: "DCE9F7",
    FIGURES: "DDF1E3",
    Group.CLASS: "F7EBD3",
    Group.SERVER: "F2E3EE",
    Group.CLIENT: "E6E6F5",
}
# A text stays as it is typed: as a number, version 8.0 would be 8. Figures have no
# format of their own, since a CSV file holds what a spreadsheet shows.
_FORMATS = {Kind.TEXT: "@", Kind.CHOICE: "@", Kind.DAY: "yyyy-mm-dd"}
_CHECKED: Mapping[Kind, Literal["whole", "decimal", "date"]] = {
    Kind.WHOLE: "whole",
    Kind.NUMBER: "decimal",
    Kind.DAY: "date",
}
_FIRST_DAY = "34700"  # the first of 1995, as spreadsheets count days
_LONGEST_PROMPT = 255  # of a spreadsheet


def xlsx() -> bytes:
    """The workbook: to fill in, how to, and an example."""
    all_columns = columns()
    book = Workbook()
    report: Worksheet = book.worksheets[0]
    report.title = "Report"
    _write_head(report, all_columns)
    _prepare_rows(report, all_columns)
    _write_guide(book.create_sheet("Guide"), all_columns)
    example = book.create_sheet("Example")
    _write_head(example, all_columns)
    for number, column in enumerate(all_columns, start=1):
        example.cell(_FIRST, number, column.example or None)
    book.properties.creator = "Benchbook"
    book.properties.created = WRITTEN
    content = io.BytesIO()
    book.save(content)
    return steady(content.getvalue())


def csv_text() -> str:
    """The keys alone, in one line: what a program fills in."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(c.key for c in columns())
    return text.getvalue()


def _write_head(sheet: Worksheet, all_columns: Sequence[Column]) -> None:
    for number, column in enumerate(all_columns, start=1):
        fill = PatternFill("solid", start_color=_COLOURS[column.group])
        label = sheet.cell(1, number, guide.heading(column))
        label.font = Font(bold=True)
        key = sheet.cell(2, number, column.key)
        key.font = Font(size=9, color="555555")
        for cell in (label, key):
            cell.fill = fill
            cell.alignment = Alignment(wrap_text=True, vertical="top")
        width = max(len(column.key), len(str(column.example)), 9) + 2
        sheet.column_dimensions[get_column_letter(number)].width = min(width, 32)
    sheet.row_dimensions[1].height = 48
    sheet.freeze_panes = f"B{_FIRST}"


def _prepare_rows(sheet: Worksheet, all_columns: Sequence[Column]) -> None:
    for number, column in enumerate(all_columns, start=1):
        letter = get_column_letter(number)
        last = _FIRST + MOST_ROWS - 1
        if column.kind in _FORMATS:
            # The format of the whole column: cells of their own would weigh megabytes.
            sheet.column_dimensions[letter].number_format = _FORMATS[column.kind]
        validation = _validation(column)
        validation.allow_blank = True
        validation.promptTitle = column.label[:32]
        validation.prompt = guide.explanation(column)[:_LONGEST_PROMPT]
        validation.errorTitle = column.key[:32]
        validation.error = column.rule[:_LONGEST_PROMPT]
        validation.showInputMessage = validation.showErrorMessage = True
        validation.add(f"{letter}{_FIRST}:{letter}{last}")
        sheet.add_data_validation(validation)


def _validation(column: Column) -> DataValidation:
    """What a spreadsheet checks itself; what is exact is checked when it is read."""
    if column.choices:
        return DataValidation(type="list", formula1=f'"{",".join(column.choices)}"')
    if column.kind is Kind.TEXT:
        return DataValidation()
    least = _FIRST_DAY if column.kind is Kind.DAY else "0"
    return DataValidation(
        type=_CHECKED[column.kind], operator="greaterThanOrEqual", formula1=least
    )


def _write_guide(sheet: Worksheet, all_columns: Sequence[Column]) -> None:
    for step in guide.steps():
        sheet.append([step])
    sheet["A1"].font = Font(bold=True, size=14)
    sheet.append([])
    sheet.append(guide.headings())
    for cell in sheet[sheet.max_row]:
        cell.font = Font(bold=True)
    sheet.freeze_panes = f"A{sheet.max_row + 1}"
    for column in all_columns:
        sheet.append(guide.line(column))
        colour = PatternFill("solid", start_color=_COLOURS[column.group])
        sheet.cell(sheet.max_row, 1).fill = colour
        for cell in sheet[sheet.max_row]:
            cell.alignment = Alignment(wrap_text=True, vertical="top")
    for letter, width in zip("ABCDEF", (22, 34, 10, 12, 62, 34), strict=True):
        sheet.column_dimensions[letter].width = width
    for number in range(1, len(guide.steps()) + 1):
        sheet.merge_cells(
            start_row=number, end_row=number, start_column=1, end_column=6
        )
