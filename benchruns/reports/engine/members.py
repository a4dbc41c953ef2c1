"""The rows of one method while sections are put together, found by what they are asked for.

A version has thousands of measured rows, and each asks where it belongs: what looked
through all rows for each of them grew with the square of the results.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from benchruns.results.row import Row

if TYPE_CHECKING:
    from benchruns.names.class_words import ClassKey


class Peers:
    """A paper's rows, by what a row that joins them is held against."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._by_id: dict[str, Row] = {}
        self._by_kind: dict[tuple[ClassKey | None, str | None], list[Row]] = (
            defaultdict(list)
        )
        for row in rows:
            if row.is_published:
                self.add(row)

    def add(self, row: Row) -> None:
        self._by_id[row.id] = row
        for kind in {
            (class_key, regime)
            for class_key in (row.class_key, None)
            for regime in (row.regime or None, None)
        }:
            self._by_kind[kind].append(row)

    def of(self, row: Row) -> Sequence[Row]:
        """The row that it repeats, else the paper's of its class and regime, as it has them."""
        if repeated := self._by_id.get(row.reproduces):
            return [repeated]
        of_class = row.class_key if (row.class_key, None) in self._by_kind else None
        return self._by_kind.get((of_class, row.regime or None)) or self._by_kind.get(
            (of_class, None), []
        )


class Members:
    """``rows`` in the order in which they joined, and what those without a section ask."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.peers = Peers(())
        self._ids: set[str] = set()
        self._classes: set[ClassKey] = set()

    def add(self, row: Row) -> None:
        self.rows.append(row)
        self._ids.add(row.id)
        if row.class_key is not None:
            self._classes.add(row.class_key)
        if row.is_published:
            self.peers.add(row)

    @property
    def head(self) -> Row:
        return self.rows[0]

    def distance(self, row: Row) -> tuple[bool, bool]:
        """For sorting: what has the row that it repeats first, then what has its class."""
        return row.reproduces not in self._ids, row.class_key not in self._classes
