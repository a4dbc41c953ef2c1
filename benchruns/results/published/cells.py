"""The CSV files, read cell by cell; what cannot be read is named by its place."""

import csv
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

from django.utils.translation import gettext as _

Known = TypeVar("Known")

DATA = Path(__file__).parent / "data"
WHOLE_NUMBER = re.compile(r"[0-9]{1,18}")
NUMBER = re.compile(r"[0-9]{1,18}(\.[0-9]+)?")
HEADER = 1


class PublishedDataError(ValueError):
    """A CSV file that cannot be loaded, with the place of its first fault."""

    def __init__(self, *, file: str, line: int, column: str, reason: str) -> None:
        super().__init__(
            _("%(file)s, line %(line)s, column %(column)s: %(reason)s")
            % {"file": file, "line": line, "column": column or "–", "reason": reason}
        )


@dataclass(frozen=True, slots=True)
class Line:
    """One record of a file. An empty cell reads as ``""``, ``None`` or nothing."""

    file: str
    number: int
    cells: Mapping[str, str]

    def error(
        self, column: str, reason: str, *, line: int | None = None
    ) -> PublishedDataError:
        return PublishedDataError(
            file=self.file, line=line or self.number, column=column, reason=reason
        )

    def text(self, column: str) -> str:
        try:
            return self.cells[column]
        except KeyError:
            raise self.error(column, _("the column is missing."), line=HEADER) from None

    def required(self, column: str) -> str:
        text = self.text(column)
        if not text:
            raise self.error(column, _("the cell may not be empty."))
        return text

    def name(self, column: str, rule: Callable[[str], str]) -> str:
        """A cell that a rule of ``benchruns.names.rules`` takes; empty for an empty one."""
        text = self.text(column)
        try:
            return rule(text) if text else ""
        except ValueError as error:
            raise self.error(column, str(error)) from error

    def required_name(self, column: str, rule: Callable[[str], str]) -> str:
        self.required(column)
        return self.name(column, rule)

    def integer(self, column: str) -> int | None:
        text = self.text(column)
        if text and not WHOLE_NUMBER.fullmatch(text):
            raise self.error(column, _("“%s” is not a whole number.") % text)
        return int(text) if text else None

    def decimal(self, column: str) -> float | None:
        text = self.text(column)
        if text and not NUMBER.fullmatch(text):
            raise self.error(column, _("“%s” is not a number.") % text)
        return float(text) if text else None

    def day(self, column: str) -> date | None:
        text = self.text(column)
        try:
            return date.fromisoformat(text) if text else None
        except ValueError:
            raise self.error(column, _("“%s” is not a date.") % text) from None

    def items(self, column: str) -> list[str]:
        text = self.text(column)
        return text.split(";") if text else []

    def settings(self, column: str) -> dict[str, Any]:
        """A JSON object: parameter names and values."""
        text = self.required(column)
        try:
            value = json.loads(text)
        except ValueError:
            value = None
        if not isinstance(value, dict):
            raise self.error(column, _("“%s” is not a JSON object.") % text)
        return value

    def one_of(self, column: str, known: Mapping[str, Known]) -> Known:
        return self._look_up(column, self.required(column), known)

    def some_of(self, column: str, known: Mapping[str, Known]) -> list[Known]:
        return [self._look_up(column, item, known) for item in self.items(column)]

    def _look_up(self, column: str, name: str, known: Mapping[str, Known]) -> Known:
        if name not in known:
            raise self.error(column, _("“%s” is not known.") % name)
        return known[name]


def read(folder: Path, file: str) -> list[Line]:
    """The records of a file; PublishedDataError where it is no table of equal rows."""
    lines: list[Line] = []
    number = HEADER
    try:
        with (folder / file).open(encoding="utf-8", newline="") as text:
            reader = csv.DictReader(text, strict=True)
            for cells in reader:
                # A quoted cell may span lines: a record starts after the last one's end.
                number += 1
                lines.append(_line(file, number, cells))
                number = reader.line_num
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise PublishedDataError(
            file=file, line=number, column="", reason=str(error)
        ) from error
    return lines


def _line(file: str, number: int, cells: Mapping[str | None, Any]) -> Line:
    """``DictReader`` marks cells too many with a column, and too few with a value, None."""
    named = {column: text for column, text in cells.items() if column is not None}
    line = Line(file, number, named)
    if None in cells:
        raise line.error("", _("there are more cells than columns."))
    for column, text in named.items():
        if text is None:
            raise line.error(column, _("the line ends before this cell."))
    return line
