"""The consistency conditions 1 to 4 catch what they are for, on every engine."""

from collections.abc import Iterator

import pytest

from tests.workers.tpcc import small_data
from workers.tools.tpcc import sql_files
from workers.tools.tpcc.dialects import dialect_of
from workers.tools.tpcc.dialects.base import Session
from workers.tools.tpcc.options import Place


@pytest.fixture(scope="module")
def filled(lasting_place: Place) -> Iterator[Session]:
    dialect = dialect_of(lasting_place.dialect)
    with dialect.connect(lasting_place) as session:
        small_data.create(session, dialect, items=2)
        yield session


@pytest.fixture
def session(filled: Session) -> Session:
    small_data.restore(filled)
    return filled


def violated(session: Session) -> dict[int, list[tuple[object, ...]]]:
    found = {n: session.rows(sql_files.condition(n)) for n in sql_files.CONDITIONS}
    return {number: rows for number, rows in found.items() if rows}


def corrupt(session: Session, *statements: str) -> None:
    for statement in statements:
        session.execute(statement)


def test_whole_data_violate_nothing(session: Session):
    assert violated(session) == {}


def test_a_district_without_orders_or_new_orders_is_no_violation(session: Session):
    corrupt(
        session,
        "DELETE FROM new_order WHERE no_d_id = 4",
        "DELETE FROM orders WHERE o_d_id = 5",
        "DELETE FROM order_line WHERE ol_d_id = 5",
        "UPDATE district SET d_next_o_id = 1 WHERE d_id = 5",
    )

    assert violated(session) == {}


def test_condition_1_finds_a_warehouse_unlike_its_districts(session: Session):
    corrupt(session, "UPDATE district SET d_ytd = 31 WHERE d_w_id = 2 AND d_id = 3")

    assert violated(session) == {1: [(2, None, 300, 301)]}


def test_condition_1_finds_a_warehouse_without_districts(session: Session):
    corrupt(session, "DELETE FROM district WHERE d_w_id = 1")

    assert violated(session) == {1: [(1, None, 300, 0)]}


def test_condition_2_finds_a_lost_last_order(session: Session):
    corrupt(
        session, "UPDATE district SET d_next_o_id = 6 WHERE d_w_id = 1 AND d_id = 5"
    )

    assert violated(session) == {2: [(1, 5, 5, 3)]}


def test_condition_2_finds_a_lost_last_new_order(session: Session):
    last = "no_w_id = 2 AND no_d_id = 10 AND no_o_id = 3"
    corrupt(session, f"DELETE FROM new_order WHERE {last}")

    assert violated(session) == {2: [(2, 10, 3, 2)]}


def test_condition_2_finds_a_district_that_lost_all_orders(session: Session):
    corrupt(
        session,
        "DELETE FROM orders WHERE o_w_id = 1 AND o_d_id = 5",
        "DELETE FROM order_line WHERE ol_w_id = 1 AND ol_d_id = 5",
    )

    assert violated(session) == {2: [(1, 5, 3, 0)]}


def test_condition_3_finds_a_gap_in_the_new_orders(session: Session):
    first = "no_w_id = 1 AND no_d_id = 2 AND no_o_id = 2"
    corrupt(session, f"UPDATE new_order SET no_o_id = 1 WHERE {first}")

    assert violated(session) == {3: [(1, 2, 3, 2)]}


def test_condition_4_finds_a_lost_line(session: Session):
    first = "ol_w_id = 2 AND ol_d_id = 9 AND ol_o_id = 1 AND ol_number = 2"
    corrupt(session, f"DELETE FROM order_line WHERE {first}")

    assert violated(session) == {4: [(2, 9, 6, 5)]}


def test_condition_4_finds_lines_of_no_order(session: Session):
    corrupt(session, "DELETE FROM orders WHERE o_w_id = 1 AND o_d_id = 1 AND o_id = 1")

    assert violated(session) == {4: [(1, 1, 4, 6)]}
