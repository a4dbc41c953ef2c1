"""Whether the nine tables hold what they must: their rows, and what must agree in them.

The conditions are those of clause 3.3.2 of the TPC-C specification, as the tool's .sql
files ask for them. Everything is asked through the probe: the tool's word is not taken.
"""

import time
from collections.abc import Callable

from benchruns.failures.failure import BenchbookError, Failure, failure
from workers.engines.probe import Probe
from workers.tools.tpcc import schema, sql_files

# No transaction adds to these or takes from them; the others change with every run.
FIXED = ("warehouse", "district", "customer", "stock", "item")

# Sessions of a tool that was just stopped may still commit what they were at when their
# connections were cut: one transaction each, which takes the server a moment.
ASK_AGAIN_SECONDS = 2
TIMES_ASKED_AGAIN = 3


def verify_rows(
    probe: Probe,
    workspace: str,
    warehouses: int,
    *,
    is_fresh: bool,
    go_on: Callable[[], None],
) -> None:
    """BenchbookError for the first table without its rows.

    Of data that was measured on before only the tables that do not change are counted:
    the conditions hold the others together.
    """
    for table, expected in schema.expected_rows(warehouses).items():
        if not is_fresh and table not in FIXED:
            continue
        rows = _number(
            probe,
            f"SELECT {probe.count} FROM {table}",  # noqa: S608 - a name of the schema's
            workspace=workspace,
            go_on=go_on,
        )
        is_right = rows in expected if isinstance(expected, range) else rows == expected
        if not is_right:
            raise BenchbookError(_data_missing(table, rows, expected))


def verify_conditions(
    probe: Probe, workspace: str, *, is_before: bool, go_on: Callable[[], None]
) -> None:
    """BenchbookError with the first violation: its place, and both numbers.

    A violation that a statement may have seen by reading while transactions committed
    counts if it stays.
    """
    for number in sql_files.CONDITIONS:
        violations = _violations(number, probe, workspace, go_on=go_on)
        times_left = 0 if probe.reads_one_moment else TIMES_ASKED_AGAIN
        while violations and times_left:
            time.sleep(ASK_AGAIN_SECONDS)
            violations = _violations(number, probe, workspace, go_on=go_on)
            times_left -= 1
        if violations:
            raise BenchbookError(_violated(number, violations, is_before=is_before))


def orders(probe: Probe, workspace: str) -> int:
    """All orders that were ever made, the loaded ones among them.

    More than SQL Server's sum of INT holds; DECIMAL is a type of every engine.
    """
    statement = "SELECT SUM(CAST(d_next_o_id - 1 AS DECIMAL(19))) FROM district"
    return _number(probe, statement, workspace=workspace, go_on=lambda: None)


def _violations(
    number: int, probe: Probe, workspace: str, *, go_on: Callable[[], None]
) -> list[tuple[object, ...]]:
    statement = sql_files.condition(number).rstrip(";")
    return probe.rows(statement, workspace=workspace, go_on=go_on)


def _number(
    probe: Probe, statement: str, *, workspace: str, go_on: Callable[[], None]
) -> int:
    rows = probe.rows(statement, workspace=workspace, go_on=go_on)
    return int(rows[0][0] or 0)


def _data_missing(table: str, rows: int, expected: int | range) -> Failure:
    wanted = expected if isinstance(expected, range) else range(expected, expected + 1)
    least, most = wanted.start, wanted.stop - 1
    return failure("data_missing", table=table, rows=rows, least=least, most=most)


def _violated(
    number: int, violations: list[tuple[object, ...]], *, is_before: bool
) -> Failure:
    warehouse, district, expected, found = map(_plain, violations[0])
    return failure(
        "data_inconsistent",
        is_before=is_before,
        condition=number,
        warehouse=warehouse,
        district=district,
        expected=expected,
        found=found,
        places=len(violations),
    )


def _plain(cell: object) -> int | str | None:
    """As it is said, and as JSON has it: drivers give decimals for sums."""
    return cell if cell is None or isinstance(cell, int) else str(cell)
