"""PAYMENT, DELIVERY, OSTAT and SLEV on real servers, in both profiles."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

import pytest

from tests.workers.tpcc import small_data
from tests.workers.tpcc.small_data import ADDRESS, AT, EMPTY_DISTRICT, OLD_DATA, one
from workers.tools.tpcc.dialects import dialect_of
from workers.tools.tpcc.dialects.base import Session
from workers.tools.tpcc.kinds import Kind
from workers.tools.tpcc.options import Place, Profile

CALLS = {
    "mysql": "CALL {}({})",
    "postgresql": "SELECT * FROM {}({})",
    "sqlserver": "EXEC {} {}",
}
CUSTOMER = "FROM customer WHERE c_w_id = {} AND c_d_id = {} AND c_id = {}"


@dataclass(frozen=True, slots=True)
class Shop:
    session: Session
    profile: Profile
    dialect: str

    def answer(self, kind: Kind, *values: object) -> list[tuple[object, ...]]:
        """All that a routine answers, not only how it ended."""
        arguments = ", ".join(
            f"'{value}'" if isinstance(value, str) else str(value) for value in values
        )
        return self.session.rows(CALLS[self.dialect].format(kind, arguments))

    def pay(self, *, c_w_id=1, c_d_id=3, c_id=0, amount=100, name=None) -> bool:
        by_name = int(name is not None)
        values = (1, 3, c_w_id, c_d_id, c_id, by_name, amount, name or "")
        return self.session.call(Kind.PAYMENT, values)

    def customer(self, columns: str, *place: int) -> tuple[object, ...]:
        (row,) = self.session.rows(f"SELECT {columns} {CUSTOMER.format(*place)}")
        return row


@pytest.fixture(scope="module")
def filled(lasting_place: Place) -> Iterator[Session]:
    with small_data.filled(lasting_place, items=60) as session:
        yield session


@pytest.fixture(scope="module", params=list(Profile))
def profiled(filled: Session, lasting_place: Place, request) -> Iterator[Shop]:
    with small_data.profiled(filled, lasting_place, request.param) as session:
        yield Shop(session, request.param, lasting_place.dialect)


@pytest.fixture
def shop(profiled: Shop) -> Shop:
    small_data.restore(profiled.session)
    return profiled


def test_a_payment_raises_the_sums_of_warehouse_and_district(shop: Shop):
    assert shop.pay(c_id=1, amount=123)

    assert shop.session.rows("SELECT w_id, w_ytd FROM warehouse ORDER BY w_id") == [
        (1, 423),
        (2, 300),
    ]
    assert shop.session.rows("SELECT d_w_id, d_id FROM district WHERE d_ytd = 153") == [
        (1, 3)
    ]
    assert one(shop.session, "SELECT SUM(d_ytd) FROM district") == 20 * 30 + 123


def test_a_payment_moves_the_balance_as_the_engine_does(shop: Shop):
    shop.pay(c_id=1, amount=100)

    balance, paid, count = shop.customer(
        "c_balance, c_ytd_payment, c_payment_cnt", 1, 3, 1
    )
    adds = shop.profile is Profile.HAMMERDB and shop.dialect == "mysql"
    assert balance == (90 if adds else -110)
    if shop.profile is Profile.SPEC:
        assert (paid, count) == (110, 2)
    else:
        assert (paid, count) == (10, 1)


def test_a_payment_is_written_down(shop: Shop):
    shop.pay(c_w_id=2, c_d_id=7, c_id=1, amount="12.34")

    assert shop.session.rows(
        "SELECT h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_amount, h_data"
        " FROM history"
    ) == [(1, 7, 2, 3, 1, Decimal("12.34"), "house 1    area 3")]


def test_a_payment_from_elsewhere_moves_the_balance_there(shop: Shop):
    shop.pay(c_w_id=2, c_d_id=7, c_id=1)

    moved = "SELECT c_w_id, c_d_id, c_id FROM customer WHERE c_balance <> -10"
    assert shop.session.rows(moved) == [(2, 7, 1)]


def test_bad_credit_has_its_payment_written_before_older_data(shop: Shop):
    shop.pay(c_id=small_data.BAD_CREDIT, amount=75)

    (data,) = shop.customer("c_data", 1, 3, small_data.BAD_CREDIT)
    assert data == f"5 3 1 3 1 75.00 {OLD_DATA}"[:500]
    assert len(data) == 500


def test_a_namesake_in_the_middle_pays(shop: Shop):
    moved = (
        "SELECT c_id FROM customer WHERE c_balance <> -10 AND c_d_id = 3 ORDER BY c_id"
    )

    shop.pay(name="BARBARBAR")
    of_four = shop.session.rows(moved)
    shop.pay(name="OUGHTBARBAR")

    assert of_four == [(2,)]
    assert shop.session.rows(moved) == [(2,), (6,)]


def test_an_unknown_payer_is_an_error_and_changes_nothing(shop: Shop):
    for who in ({"c_id": 99}, {"name": "NOBODY"}):
        with pytest.raises(Exception) as caught:  # noqa: PT011 - each driver has its own
            shop.pay(**who)

        assert dialect_of(shop.dialect).trouble(caught.value) == "other"
    assert one(shop.session, "SELECT SUM(w_ytd) FROM warehouse") == 600
    assert one(shop.session, "SELECT COUNT(*) FROM history") == 0


def test_a_delivery_takes_the_oldest_new_order_of_each_district(shop: Shop):
    assert shop.session.call(Kind.DELIVERY, (1, 9))

    rows = shop.session.rows
    districts = [d for d in range(1, 11) if d != EMPTY_DISTRICT]
    assert rows(
        "SELECT no_d_id, no_o_id FROM new_order WHERE no_w_id = 1 ORDER BY 1"
    ) == [(d, 3) for d in districts]
    taken = "FROM orders WHERE o_carrier_id = 9 ORDER BY o_d_id"
    assert rows(f"SELECT o_w_id, o_d_id, o_id {taken}") == [
        (1, d, 2) for d in districts
    ]
    lines = f"SELECT COUNT(*) FROM order_line WHERE ol_delivery_d > '{AT}'"
    assert one(shop.session, lines) == 2 * len(districts)


def test_a_delivery_credits_the_customer(shop: Shop):
    shop.session.call(Kind.DELIVERY, (1, 9))

    balance, count = shop.customer("c_balance, c_delivery_cnt", 1, 3, 2)
    assert balance == Decimal("20.75")
    assert count == (1 if shop.profile is Profile.SPEC else 0)
    moved = "SELECT COUNT(*) FROM customer WHERE c_balance <> -10"
    assert one(shop.session, moved) == 9


def test_districts_without_new_orders_are_skipped(shop: Shop):
    for _ in range(3):
        assert shop.session.call(Kind.DELIVERY, (1, 9))

    left = one(shop.session, "SELECT COUNT(*) FROM new_order WHERE no_w_id = 1")
    moved = one(shop.session, "SELECT SUM(c_balance) FROM customer WHERE c_w_id = 1")
    assert left == 0
    assert moved == 70 * -10 + 18 * Decimal("30.75")


def test_the_last_order_of_a_customer_is_told_with_its_lines(shop: Shop):
    rows = shop.answer(Kind.OSTAT, 1, 3, 2, 0, "")

    assert [row[:2] for row in rows] == [(1, 2), (1, 2)]
    assert {row[6] for row in rows} == {3}
    assert [row[9:13] for row in rows] == [
        (1, 1, 5, Decimal("10.50")),
        (2, 1, 5, Decimal("20.25")),
    ]
    assert shop.session.call(Kind.OSTAT, (1, 3, 2, 0, ""))


def test_a_namesake_in_the_middle_is_told_of(shop: Shop):
    (first, _) = shop.answer(Kind.OSTAT, 1, 3, 0, 1, "BARBARBAR")

    assert [str(cell).strip() for cell in first[1:6]] == [
        *("2", "BARBARBAR", "Bravo", "OE", "-10.00"),
    ]
    assert shop.session.call(Kind.OSTAT, (1, 3, 0, 1, "BARBARBAR"))


def test_a_customer_without_orders_is_an_error(shop: Shop):
    with pytest.raises(Exception) as caught:  # noqa: PT011 - each driver has its own
        shop.session.call(Kind.OSTAT, (1, 3, 4, 0, ""))

    assert dialect_of(shop.dialect).trouble(caught.value) == "other"


def test_short_items_of_the_last_twenty_orders_are_counted_once(shop: Shop):
    # order n from 4 to 30 has item n twice; those from 11 to 30 are the last twenty
    columns = (
        *("ol_o_id", "ol_d_id", "ol_w_id", "ol_number", "ol_i_id", "ol_supply_w_id"),
        *("ol_delivery_d", "ol_quantity", "ol_amount", "ol_dist_info"),
    )
    lines = [
        (o_id, 3, 1, number, o_id, 1, None, 5, "1.00", "dist")
        for o_id in range(4, 31)
        for number in (1, 2)
    ]
    shop.session.fill("order_line", columns, lines)
    shop.session.execute(
        "UPDATE district SET d_next_o_id = 31 WHERE d_w_id = 1 AND d_id = 3"
    )
    shop.session.execute(
        "UPDATE stock SET s_quantity = 9 WHERE s_w_id = 1 AND s_i_id > 15"
    )

    told = [shop.answer(Kind.SLEV, 1, 3, threshold)[0] for threshold in (9, 10, 11)]

    assert told == [(1, 0), (1, 15), (1, 20)]
    assert shop.session.call(Kind.SLEV, (1, 3, 10))


def test_addresses_reach_the_client(shop: Shop):
    (row,) = shop.answer(Kind.PAYMENT, 1, 3, 1, 3, 1, 0, 100, "")

    assert row[0] == 1
    for part in ADDRESS:
        assert part in str(row)
