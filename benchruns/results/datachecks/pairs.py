"""Pairs of rows that may be compared: the first should not be slower than the second."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import pairwise, permutations, product

from benchruns.results.datachecks.comparison import Pairs
from benchruns.results.datachecks.row import Row


def grouped(
    rows: Iterable[Row], key: Callable[[Row], tuple[Hashable, ...]]
) -> list[list[Row]]:
    """Rows with equal keys together, in order of first appearance."""
    groups: dict[tuple[Hashable, ...], list[Row]] = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return list(groups.values())


def of_one_method(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row.method is not None]


def of_one_load(groups: Iterable[Sequence[Row]]) -> Iterator[Sequence[Row]]:
    """Groups in which threads decide nothing between two rows.

    Where each class was tested at one number of threads, that number is the class's own,
    as in the papers. Where one was tested at several, rows of equal threads are alike.
    """
    for group in groups:
        if _has_steps(group):
            yield from grouped(group, lambda row: (row.threads,))
        else:
            yield group


def _has_steps(group: Sequence[Row]) -> bool:
    of_classes = grouped(group, lambda r: (r.class_code, r.regime, r.hot_records))
    return any(len({row.threads for row in rows}) > 1 for rows in of_classes)


def larger_and_smaller(rows: Sequence[Row]) -> Pairs:
    """Classes of one table, the first larger in vCPUs or memory and smaller in none."""
    in_tables = [row for row in of_one_method(rows) if row.table and row.size]
    alike = grouped(
        in_tables, lambda r: (r.method, r.table, r.workload, r.regime, r.hot_records)
    )
    for group in of_one_load(alike):
        for first, second in permutations(group, 2):
            if first.is_larger_than(second):
                yield first, second


def more_and_less_memory(rows: Sequence[Row]) -> Pairs:
    """Equal vCPUs, in different tables of one method (within a table size decides)."""
    sized = [row for row in of_one_method(rows) if row.table and row.size]
    alike = grouped(
        sized,
        lambda r: (r.method, r.family, r.vcpus, r.workload, r.regime, r.hot_records),
    )
    for group in of_one_load(alike):
        for first, second in permutations(group, 2):
            if first.table != second.table and _memory(first) > _memory(second):
                yield first, second


def _memory(row: Row) -> float:
    return row.memory_gb or 0.0


def fewer_and_more_hot_records(rows: Sequence[Row]) -> Pairs:
    """Neighbours by hot records in one data set on one class."""
    hot = [row for row in of_one_method(rows) if row.hot_records is not None]
    alike = grouped(
        hot,
        lambda r: (r.method, r.class_code, r.workload, r.regime, r.total_records),
    )
    for group in of_one_load(alike):
        ordered = sorted(group, key=lambda row: row.hot_records or 0)
        for first, second in pairwise(ordered):
            if first.hot_records != second.hot_records:
                yield first, second


def dedicated_and_general(rows: Sequence[Row]) -> Pairs:
    """Equal size, data and threads; by one paper, for one engine version."""
    published = [row for row in of_one_method(rows) if row.source and row.size]
    for group in grouped(
        published,
        lambda r: (
            *(r.source, r.provider, r.engine, r.engine_version, r.size),
            *(r.workload, r.regime, r.hot_records, r.total_records),
            *(r.tables, r.table_size, r.threads),
        ),
    ):
        yield from _product(
            group, lambda row: row.family, "dedicated", "general-purpose"
        )


def cached_and_disk_io(rows: Sequence[Row]) -> Pairs:
    """The two regimes of one class in one method."""
    alike = grouped(
        of_one_method(rows),
        lambda r: (r.method, r.class_code, r.workload, r.hot_records),
    )
    for group in of_one_load(alike):
        yield from _product(group, lambda row: row.regime, "cached", "disk_io")


def read_only_and_read_write(rows: Sequence[Row]) -> Pairs:
    """The same tool's read-only and read/write load on one class and data set."""
    for group in grouped(
        of_one_method(rows),
        lambda r: (
            *(r.method, r.class_code, r.regime, r.total_records, r.hot_records),
            *(r.tables, r.table_size, r.threads),
        ),
    ):
        for tool in ("pgbench", "oltp"):
            yield from _product(
                group,
                lambda row: row.workload,
                f"{tool}_read_only",
                f"{tool}_read_write",
            )


def _product(
    group: Sequence[Row], trait: Callable[[Row], str | None], first: str, second: str
) -> Pairs:
    yield from product(
        [row for row in group if trait(row) == first],
        [row for row in group if trait(row) == second],
    )
