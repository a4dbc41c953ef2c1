"""A filled-in table to rows of figures, every fault of it collected with its cell."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain, pairwise

from django.utils.translation import gettext as _
from openpyxl.utils import get_column_letter

from benchruns.figures.metrics import FIGURE_NAMES, Figures
from benchruns.parsers.tool_report import ReportRow, Scalar
from benchruns.submissions.statement.clean import BadValue
from benchruns.submissions.template import values
from benchruns.submissions.template.columns import (
    KEYS,
    RATES,
    REQUIRED,
    Column,
    columns,
)
from benchruns.submissions.template.faults import Fault, TemplateError
from benchruns.submissions.template.limits import MOST_COLUMNS, MOST_ROWS
from benchruns.submissions.template.values import Cell

LAST_HEAD = 10  # the keys stand within the first rows; titles may stand above them
# Each may not be less than the one before it: a wrong unit or column shows so.
_ORDERED = (
    ("latency_min_ms", "latency_avg_ms", "latency_max_ms"),
    (
        "latency_min_ms",
        "latency_p50_ms",
        "latency_p90_ms",
        "latency_p95_ms",
        "latency_p99_ms",
        "latency_p999_ms",
        "latency_max_ms",
    ),
)
# What distinguishes our own table from other CSV files with columns as tps.
_OWN = frozenset({REQUIRED, "instance_class", "engine_version"})

Record = tuple[int, Sequence[Cell]]  # the number of a row, and its cells


def is_head(words: Iterable[object]) -> bool:
    """Whether a row names columns of ours."""
    found = _known(words)
    return len(found) > 1 and not found.isdisjoint(_OWN)


def _known(words: Iterable[object]) -> Set[str]:
    return {_key(word) for word in words} & KEYS


def rows_of(records: Iterable[Record]) -> tuple[ReportRow, ...]:
    """The filled-in rows under the head; TemplateError with every fault."""
    (first, names), remaining = _split(iter(records))
    faults: list[Fault] = []
    head = _columns_of(first, names, faults)
    rows: list[ReportRow] = []
    filled = 0
    for number, cells in remaining:
        if all(cell.is_empty for cell in cells):
            continue
        filled += 1
        if filled > MOST_ROWS:
            message = _("A report may hold %(most)d rows; split it here.")
            faults.append((f"A{number}", message % {"most": MOST_ROWS}))
            break
        read = _values(head, cells, faults)
        faults += _lacking(head, number, cells)
        faults += _disordered(head, number, read)
        if not faults:
            rows.append(_row(number, read))
    if not filled:
        faults.append((f"A{head.number + 1}", _("No row is filled in: give one.")))
    if faults:
        raise TemplateError(faults)
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class _Head:
    """The row of keys: which column stands where, counted from 0.

    ``refused`` are the places of columns that were told to be wrong.
    """

    number: int
    columns: Mapping[int, Column]
    refused: Set[int]

    def place(self, key: str, *, row: int) -> str:
        """The name of the cell of a column that is there, with the column's."""
        index = next(i for i, column in self.columns.items() if column.key == key)
        return _named(f"{get_column_letter(index + 1)}{row}", key)


def _split(records: Iterator[Record]) -> tuple[Record, Iterator[Record]]:
    """The row of keys and what follows it; TemplateError where there is none.

    Labels stand above the keys, and some are called as their keys are: the row that
    names the most columns is the one.
    """
    first = []
    for record in records:
        first.append(record)
        if len(first) == LAST_HEAD:
            break
    heads = [record for record in first if is_head(cell.value for cell in record[1])]
    if not heads:
        message = _(
            "The row with the names of the columns is missing (workload, threads, "
            "tps, ...): copy it from the template."
        )
        raise TemplateError([("A1", message)])
    head = max(heads, key=lambda record: len(_known(cell.value for cell in record[1])))
    return head, chain(first[first.index(head) + 1 :], records)


def _columns_of(number: int, cells: Sequence[Cell], faults: list[Fault]) -> _Head:
    known = {column.key: column for column in columns()}
    found: dict[int, Column] = {}
    refused: set[int] = set()
    for index, cell in enumerate(cells):
        if cell.is_empty:
            continue
        key = _key(cell.value)
        if wrong := _wrong_name(key, cell, index=index, found=found):
            faults.append((cell.place, wrong))
            refused.add(index)
        else:
            found[index] = known[key]
    faults += _missing(number, found, after=len(cells))
    return _Head(number, found, refused)


def _missing(
    number: int, found: Mapping[int, Column], *, after: int
) -> Iterator[Fault]:
    """What the head must have, by the cells beside it."""
    keys = {column.key for column in found.values()}
    needed = [names for names in ((REQUIRED,), RATES) if keys.isdisjoint(names)]
    for index, names in enumerate(needed, start=after + 1):
        message = _("Add a column with this name: %(names)s.")
        words = _(" or ").join(names)
        yield f"{get_column_letter(index)}{number}", message % {"names": words}


def _wrong_name(
    key: str, cell: Cell, *, index: int, found: Mapping[int, Column]
) -> str:
    if index >= MOST_COLUMNS:
        return _("There are too many columns: take out those from here on.")
    if key not in KEYS:
        message = _("There is no column “%(name)s”: take it out of this sheet.")
        return message % {"name": str(cell.value)[:60]}
    if any(column.key == key for column in found.values()):
        return _("The column %(name)s is there twice: keep one.") % {"name": key}
    return ""


def _key(word: object) -> str:
    return word.strip().casefold() if isinstance(word, str) else ""


def _named(place: str, key: str) -> str:
    """``S4 (tps)``: people look for the one, programs that wrote the file for the other."""
    return f"{place} ({key})"


def _row(number: int, read: dict[str, Scalar]) -> ReportRow:
    figures = {key: read[key] for key in FIGURE_NAMES if key in read}
    return ReportRow(
        number=number,
        place=_("row %(number)d") % {"number": number},
        figures=Figures(**figures),  # type: ignore[arg-type]  # numbers, by its columns
        stated={key: value for key, value in read.items() if key not in figures},
    )


def _values(
    head: _Head, cells: Sequence[Cell], faults: list[Fault]
) -> dict[str, Scalar]:
    """What the cells hold; what cannot be read is added to the faults."""
    found: dict[str, Scalar] = {}
    for index, cell in enumerate(cells):
        if cell.is_empty or index in head.refused:
            continue
        if (column := head.columns.get(index)) is None:
            message = _("This column has no name in row %(number)d.")
            faults.append((cell.place, message % {"number": head.number}))
            continue
        try:
            found[column.key] = values.read(column, cell)
        except BadValue as error:
            faults.append((_named(cell.place, column.key), str(error)))
    return found


def _lacking(head: _Head, number: int, cells: Sequence[Cell]) -> Iterator[Fault]:
    """What a row must have; a column that is not there was told with the head."""
    filled = {
        column.key
        for index, column in head.columns.items()
        if index < len(cells) and not cells[index].is_empty
    }
    for column in head.columns.values():
        if column.key == REQUIRED and REQUIRED not in filled:
            yield head.place(REQUIRED, row=number), column.rule
    rates = [column.key for column in head.columns.values() if column.key in RATES]
    if rates and filled.isdisjoint(RATES):
        message = _("Give at least one of %(names)s.") % {"names": ", ".join(rates)}
        yield head.place(rates[0], row=number), message


def _disordered(
    head: _Head, number: int, read: Mapping[str, Scalar]
) -> Iterator[Fault]:
    """Latencies that contradict one another: each is told once."""
    told = set()
    for keys in _ORDERED:
        known = [
            (key, value) for key in keys if isinstance(value := read.get(key), float)
        ]
        for (key, value), (after, larger) in pairwise(known):
            if value > larger and after not in told:
                told.add(after)
                message = _("This is less than %(name)s: check columns and units (ms).")
                yield head.place(after, row=number), message % {"name": key}
