"""A CSV file of prices: every price of it, or every fault by its line and column."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from benchruns.catalogue import csv_table
from benchruns.catalogue.csv_table import Fault, Record, TableError
from benchruns.catalogue.pricing.lines import COLUMNS, Key, LineReader, PriceLine


def read(content: bytes) -> list[PriceLine]:
    """Every price of the file in its order; TableError with all its faults."""
    columns, records = csv_table.read(content, COLUMNS)
    return _lines(columns, records)


def _lines(columns: Sequence[str], records: Iterable[Record]) -> list[PriceLine]:
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
        raise TableError(reader.faults)
    return lines
