"""How much data a workload creates, before it does."""

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from benchruns.engines import Family

# sysbench fills each table over one connection, over at most so many at once; fewer
# tables than that are filled in parts if they are large.
LOADERS = 4
# The most processes that load warehouses, each over one connection.
WAREHOUSE_LOADERS = 8
MORE_REPORTED = 1.1  # times what tables hold: a report of that much is told of
SPLIT_ROWS = 200_000  # fewer are loaded in seconds over one connection a table


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """A data set: so many rows, spread evenly over ``tables`` tables.

    ``storage`` is the kind of tables, of which each engine's family knows what they take.
    pgbench sizes its data by ``scale``, and
    draws from ``hot_records`` of the rows; tpcc by ``warehouses``, whose rows differ by
    ``profile``.
    """

    rows: int
    tables: int
    storage: str
    scale: int | None = None
    hot_records: int | None = None
    warehouses: int | None = None
    profile: str | None = None

    @property
    def table_size(self) -> int:
        return self.rows // self.tables

    @property
    def columns(self) -> Mapping[str, int | None]:
        """How a result states it."""
        if self.warehouses is not None:
            return {"scale": self.warehouses, "total_records": self.rows}
        if self.scale is None:
            return {"tables": self.tables, "table_size": self.table_size}
        return {
            "scale": self.scale,
            "total_records": self.rows,
            "hot_records": self.hot_records,
        }

    @property
    def contents(self) -> dict[str, int | str | None]:
        """What is in the tables: two data sets of one workload are alike by it."""
        found: dict[str, int | str | None] = {**self.columns}
        found.pop("hot_records", None)
        if self.warehouses is not None:
            found |= {"warehouses": self.warehouses, "profile": self.profile}
        return found

    @property
    def loading_connections(self) -> int:
        """How many connections load it at most; pgbench has one."""
        if self.warehouses is not None:
            return min(self.warehouses, WAREHOUSE_LOADERS)
        if self.scale is not None:
            return 1
        return loading_connections(tables=self.tables, rows=self.rows)

    def is_known_on(self, family: Family) -> bool:
        return self.storage in family.storage

    def row_bytes(self, family: Family) -> float:
        """What one row takes with its share of the indexes."""
        return family.storage[self.storage].row_bytes

    def table_bytes(self, family: Family) -> float:
        """What a table takes besides, as empty as it may be."""
        return family.storage[self.storage].table_bytes

    def data_bytes(self, family: Family) -> int:
        """What the tables and their indexes hold, about: of a buffer they take as much."""
        return round(self.rows * self.row_bytes(family) + self._of_tables(family))

    def reported_bytes(self, family: Family) -> int:
        """What the server will report of them, about, and takes of its disk."""
        of_table = family.storage[self.storage].reported_bytes
        if of_table is None:
            return self.data_bytes(family)
        return self.tables * of_table(self.table_size)

    def is_more_reported(self, family: Family) -> bool:
        """Whether the server will call its data larger than what the tables hold."""
        return self.reported_bytes(family) > MORE_REPORTED * self.data_bytes(family)

    def share_of_rows(self, data_bytes: float, *, family: Family) -> float:
        """How much of its rows would take so many bytes in as many tables."""
        rows_bytes = self.rows * self.row_bytes(family)
        return (data_bytes - self._of_tables(family)) / rows_bytes

    def table_size_reported(self, data_bytes: float, *, family: Family) -> int:
        """The most rows a table, up to its own, of which the server reports no more."""

        def reported(table_size: int) -> int:
            few = replace(self, rows=table_size * self.tables)
            return few.reported_bytes(family)

        return bisect_right(range(1, self.table_size + 1), data_bytes, key=reported)

    def _of_tables(self, family: Family) -> float:
        return self.tables * self.table_bytes(family)


def loading_connections(*, tables: int, rows: int) -> int:
    """How many connections fill so many rows in all with sysbench."""
    return LOADERS if rows >= SPLIT_ROWS else min(tables, LOADERS)


Sizing = Callable[[Mapping[str, Any]], Size]  # cleaned parameters -> size
