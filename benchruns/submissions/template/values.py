"""One cell to a value: what spreadsheets make of what people type."""

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.parsers.secrets.guard import blank_secrets
from benchruns.parsers.tool_report import Scalar
from benchruns.submissions.statement.clean import BadValue
from benchruns.submissions.statement.field_kinds import Kind
from benchruns.submissions.template.columns import Column

_NUMERIC = (Kind.WHOLE, Kind.NUMBER)
_PLAIN = re.compile(r"[0-9]{1,16}(\.[0-9]{1,17})?(e[+-]?[0-9]{1,2})?", re.ASCII | re.I)
# Of a whole number beyond doubt; 1,234 of another may be 1.234.
_WHOLE_THOUSANDS = re.compile(r"[0-9]{1,3}(,[0-9]{3}){1,5}", re.ASCII)
_VERSION = "version"
REMOVE = gettext_lazy("Remove the password from this cell.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What stands in a cell, and where: ``place`` is its name, as B7."""

    place: str
    value: object
    is_formula: bool = False
    is_error: bool = False
    is_percentage: bool = False

    @property
    def is_empty(self) -> bool:
        if self.is_formula or self.is_error:
            return False
        if isinstance(self.value, str):
            return not self.value.strip()
        return self.value is None


def read(column: Column, cell: Cell) -> Scalar:
    """The value of a cell that is not empty; BadValue says what to do."""
    if cell.is_formula:
        raise BadValue(_("Type the value in place of the formula."))
    if cell.is_error:
        raise BadValue(_("The spreadsheet shows an error here: type the value."))
    if cell.is_percentage:
        raise BadValue(
            _("This is a percentage: format the cell as a number and type it again.")
        )
    value = column.clean(_plain(column, cell.value))
    if column.kind is Kind.TEXT and blank_secrets(str(value)).count:
        raise BadValue(str(REMOVE))
    return value.isoformat() if isinstance(value, date) else value


def _plain(column: Column, value: object) -> object:
    """The value as the column's reader takes it."""
    if isinstance(value, bool):
        raise BadValue(column.rule)
    if isinstance(value, datetime | date | time | timedelta):
        return _of_date(column, value)
    if column.kind in _NUMERIC:
        return value if isinstance(value, int | float) else _number(column, str(value))
    if isinstance(value, int | float) and column.key.endswith(_VERSION):
        raise BadValue(
            _(
                "Format the cell as text and type the version again: as a number, 8.0 is 8."
            )
        )
    return str(value).replace("\xa0", " ")


def _of_date(column: Column, value: datetime | date | time | timedelta) -> object:
    if column.kind is Kind.DAY and isinstance(value, date):
        return value
    raise BadValue(
        _(
            "The spreadsheet made a date or a time of this: format the cell as a number "
            "or as text and type it again."
        )
    )


def _number(column: Column, text: str) -> str:
    """A number that is written as text; only a whole one may have thousands."""
    found = text.strip().replace("\xa0", "").replace("\u202f", "")
    if column.kind is Kind.WHOLE and _WHOLE_THOUSANDS.fullmatch(found):
        return found.replace(",", "")
    if "," in found and found.replace(",", "").replace(".", "").isdecimal():
        raise BadValue(
            _("Write the number with a point and without thousands, as 1234.5.")
        )
    if not _PLAIN.fullmatch(found):
        raise BadValue(column.rule)
    return found
