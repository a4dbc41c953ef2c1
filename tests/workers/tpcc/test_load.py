"""The load on real servers: one warehouse on each, loaded once for all tests here."""

import re
from dataclasses import dataclass

import pytest

from workers.tools.tpcc import sql_files
from workers.tools.tpcc.dialects import dialect_of
from workers.tools.tpcc.dialects.base import Session
from workers.tools.tpcc.fatal import Fatal
from workers.tools.tpcc.load import load
from workers.tools.tpcc.options import Load, Place, Profile
from workers.tools.tpcc.parts import Content, Part
from workers.tools.tpcc.schema import COLUMNS, expected_rows

ONE = Load(profile=Profile.HAMMERDB, warehouses=1, processes=2, seed=7)


@dataclass(frozen=True)
class Loaded:
    place: Place
    session: Session
    said: list[str]


@pytest.fixture(scope="module")
def loaded(lasting_place):
    said: list[str] = []
    load(lasting_place, ONE, say=said.append)
    with dialect_of(lasting_place.dialect).connect(lasting_place) as session:
        yield Loaded(lasting_place, session, said)


@pytest.mark.cases_in_turn
def test_each_table_has_the_rows_that_are_expected(loaded):
    found = {
        table: loaded.session.rows(f"SELECT COUNT(*) FROM {table}")[0][0]
        for table in COLUMNS
    }

    expected = expected_rows(1)
    assert found.pop("order_line") in expected.pop("order_line")
    assert found == expected


@pytest.mark.parametrize("number", sql_files.CONDITIONS)
def test_the_loaded_data_is_consistent(loaded, number):
    assert loaded.session.rows(sql_files.condition(number)) == []


def test_the_rows_are_those_of_the_seed(loaded):
    part = Part(content=Content.CUSTOMERS, w_id=1)
    batches = part.batches(profile=Profile.HAMMERDB, seed=7, at="")
    by_table = {
        batch.table: list(batch.rows) for batch in (next(batches), next(batches))
    }
    columns = ("d_id", "d_name", "d_street_1", "d_city", "d_state", "d_zip")
    places = [COLUMNS["district"].index(name) for name in columns]

    found = loaded.session.rows(
        f"SELECT {', '.join(columns)} FROM district ORDER BY d_id"
    )

    assert found == [
        tuple(row[place] for place in places) for row in by_table["district"]
    ]


def test_what_is_not_known_yet_is_null(loaded):
    def count(table: str, column: str, order: str) -> list[tuple[int, int]]:
        return loaded.session.rows(
            f"SELECT MIN({order}), MAX({order}) FROM {table} WHERE {column} IS NULL"
        )

    assert count("orders", "o_carrier_id", "o_id") == [(2_101, 3_000)]
    assert count("order_line", "ol_delivery_d", "ol_o_id") == [(2_101, 3_000)]


def test_the_load_tells_how_far_it_is(loaded):
    *progress, indexes, routines, statistics, last = loaded.said

    line = r"Loading: \d+\.\d %, [01] of 1 warehouses, \d+ s left, then indexes and statistics"
    assert all(re.fullmatch(line, said) for said in progress)
    assert progress[-1].startswith("Loading: 100.0 %, 1 of 1 warehouses, 0 s left, ")
    assert (indexes, routines, statistics) == (
        "Step: indexes",
        "Step: routines",
        "Step: statistics",
    )
    assert re.fullmatch(r"Loaded: 1 warehouses in \d+\.\d s", last)


def test_tables_that_are_there_are_left_alone(loaded):
    said: list[str] = []

    with pytest.raises(
        Fatal, match=r"^\w+: .*(already exists|already an object named)"
    ):
        load(loaded.place, ONE, say=said.append)

    assert said == []
    assert loaded.session.rows("SELECT COUNT(*) FROM stock") == [(100_000,)]
