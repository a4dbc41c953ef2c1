"""The columns that are loaded beside the tables that each engine has."""

import re

import pytest

from workers.tools.tpcc import sql_files
from workers.tools.tpcc.dialects import NAMES
from workers.tools.tpcc.load import by_table
from workers.tools.tpcc.schema import COLUMNS, expected_rows

_TABLE = re.compile(r"^CREATE TABLE (?:dbo\.)?(\w+)")
_COLUMN = re.compile(r"^ +([a-z]{1,2}_\w+) ", re.MULTILINE)


@pytest.mark.parametrize("dialect", NAMES)
def test_the_loaded_columns_are_those_of_the_tables(dialect):
    created = {}
    for statement in sql_files.statements(dialect, "tables"):
        if table := _TABLE.match(statement):
            names = _COLUMN.findall(statement)
            created[table[1]] = tuple(n for n in names if not n.endswith("_padding"))

    assert created == COLUMNS


@pytest.mark.parametrize("step", ["indexes", "statistics"])
@pytest.mark.parametrize("dialect", NAMES)
def test_steps_that_run_side_by_side_are_grouped_by_their_table(dialect, step):
    statements = sql_files.statements(dialect, step)

    groups = by_table(statements)

    assert 1 < len(groups) <= len(COLUMNS)
    assert sorted(s for group in groups for s in group) == sorted(statements)
    tables = [
        {word for s in group for word in re.findall(r"\w+", s)} for group in groups
    ]
    named = [words & set(COLUMNS) for words in tables]
    assert all(len(names) == 1 for names in named)
    assert len(set().union(*named)) == len(groups)


def test_the_rows_after_the_load_are_those_of_the_specification():
    assert expected_rows(2) == {
        "warehouse": 2,
        "district": 20,
        "customer": 60_000,
        "history": 60_000,
        "new_order": 18_000,
        "orders": 60_000,
        "order_line": range(300_000, 900_001),
        "stock": 200_000,
        "item": 100_000,
    }
