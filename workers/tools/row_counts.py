"""Counting a workload's rows: its tool measures missing ones as if they were there."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from benchruns.failures.failure import BenchbookError, failure
from workers.engines.probe import Probe
from workers.tools.driver import Place


def verify(
    probe: Probe,
    place: Place,
    expected: Mapping[str, int],
    *,
    go_on: Callable[[], None],
    keys: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """BenchbookError for the first table that does not hold its rows exactly.

    ``go_on`` is called before each part and raises when the run must stop. ``keys``
    names a table's key where it is not ``id``; keys count from 1.
    """
    for table, wanted in expected.items():
        rows = probe.row_count(
            table,
            workspace=place.workspace,
            key=keys.get(table, "id"),
            go_on=go_on,
        )
        if rows != wanted:
            raise BenchbookError(
                failure("data_missing", table=table, rows=rows, expected=wanted)
            )
