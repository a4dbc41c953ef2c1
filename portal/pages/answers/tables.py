"""Any table of a page as text: CSV and JSON for programs, TSV and Markdown for reports.

A column is (key, label): ``format=csv`` and ``json`` name columns by their keys, whose
last word is the unit (``memory_gb``); ``tsv`` and ``md`` print the labels. Values are
exact; what is not known is an empty cell, in JSON null. Markdown leaves out a column that
is empty.
"""

import csv
import json
import math
import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from io import StringIO

from django.http import HttpResponse, HttpResponseBadRequest, QueryDict
from django.utils.translation import gettext as _

from portal.formats.cells import exact_time, safe_cell
from portal.pages.answers.csv import Line, csv_answer
from portal.web.saved_files import name_file

FORMATS = ("csv", "tsv", "md", "json")
Column = tuple[str, str]
_SPACE = re.compile(r"\s+")
_MARKS = re.compile(r"([\\|<\[*_`])")


def exports_of(query: QueryDict) -> dict[str, str]:
    """The address of each format of a page, for ``partials/table_menu.html``."""
    words = query.copy()
    addresses = {}
    for name in FORMATS:
        words["format"] = name
        addresses[name] = f"?{words.urlencode(safe=',/')}"
    return addresses


def answer_table(
    format: str,
    name: str,
    columns: Sequence[Column],
    rows: Iterable[Line],
) -> HttpResponse:
    """A file called ``name``; a format that is none is told with those that are."""
    if format == "csv":
        heads = [key for key, _label in columns]
        return csv_answer(f"{name}.csv", (heads, *rows))
    if format == "tsv":
        return _text(_tsv(columns, rows), f"{name}.tsv", "text/tab-separated-values")
    if format == "md":
        return _text(_markdown(columns, rows), f"{name}.md", "text/markdown")
    if format == "json":
        return _json(columns, rows, f"{name}.json")
    return HttpResponseBadRequest(no_format(format), content_type="text/plain")


def no_format(word: str, known: Sequence[str] = FORMATS) -> str:
    message = _("There is no format “%(word)s”. Ask for one of: %(known)s.")
    return message % {"word": word[:60], "known": ", ".join(known)}


def _text(text: str, filename: str, content_type: str) -> HttpResponse:
    """Shown rather than saved, so that it can be copied without a script."""
    response = HttpResponse(text, content_type=f"{content_type}; charset=utf-8")
    name_file(response, filename, is_shown=True)
    return response


def _tsv(columns: Sequence[Column], rows: Iterable[Line]) -> str:
    text = StringIO()
    writer = csv.writer(text, delimiter="\t", lineterminator="\n")
    writer.writerow([safe_cell(_flat(label)) for _key, label in columns])
    for row in rows:
        writer.writerow([safe_cell(_flat(cell)) for cell in row])
    return text.getvalue()


def _flat(cell: object) -> object:
    """A line break or a tab would end the cell."""
    return _SPACE.sub(" ", cell) if isinstance(cell, str) else cell


def _markdown(columns: Sequence[Column], rows: Iterable[Line]) -> str:
    """Aligned, numbers to the right, as it is read in its source too.

    Without the columns that no row has anything in: a reader is to see it whole.
    """
    whole = [list(row) for row in rows]
    told = [
        place
        for place in range(len(columns))
        if not whole or any(row[place] not in (None, "") for row in whole)
    ]
    columns = [columns[place] for place in told]
    lines = [[row[place] for place in told] for row in whole]
    places = range(len(columns))
    is_right = [_is_numeric(line[place] for line in lines) for place in places]
    table = [[_escape(label) for _key, label in columns]]
    table += [[_escape(cell) for cell in line] for line in lines]
    widths = [max(3, *(len(line[place]) for line in table)) for place in places]
    rule = [
        "-" * (widths[place] - 1) + (":" if is_right[place] else "-")
        for place in places
    ]
    return "".join(
        f"| {' | '.join(_pad(*cell) for cell in zip(line, widths, is_right, strict=True))} |\n"
        for line in (table[0], rule, *table[1:])
    )


def _is_numeric(cells: Iterable[object]) -> bool:
    known = [cell for cell in cells if cell is not None]
    return bool(known) and all(isinstance(c, int | float | Decimal) for c in known)


def _pad(text: str, width: int, right: bool) -> str:  # noqa: FBT001 (of a zip)
    return text.rjust(width) if right else text.ljust(width)


def _escape(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, datetime):
        return exact_time(cell)
    return _MARKS.sub(r"\\\1", str(_flat(str(cell))))


def _json(
    columns: Sequence[Column], rows: Iterable[Line], filename: str
) -> HttpResponse:
    keys = [key for key, _label in columns]
    found = [dict(zip(keys, map(_plain, row), strict=True)) for row in rows]
    text = json.dumps(found, ensure_ascii=False, allow_nan=False)
    response = HttpResponse(text, content_type="application/json")
    name_file(response, filename)
    return response


def _plain(cell: object) -> object:
    """As JSON holds it: numbers stay numbers."""
    if isinstance(cell, Decimal):
        return int(cell) if cell == int(cell) else float(cell)
    if isinstance(cell, float) and not math.isfinite(cell):
        return None
    if isinstance(cell, datetime):
        return exact_time(cell)
    if isinstance(cell, date):
        return cell.isoformat()
    return cell if cell is None or isinstance(cell, bool | int | float) else str(cell)
