"""NEWORD on real servers, in both profiles: what an order does to the tables."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

import pytest

from tests.workers.tpcc import small_data
from tests.workers.tpcc.small_data import one
from workers.tools.tpcc.dialects import dialect_of
from workers.tools.tpcc.dialects.base import Session
from workers.tools.tpcc.kinds import Kind
from workers.tools.tpcc.options import Place, Profile

ITEMS = 100_000
NEXT = small_data.ORDERS[-1] + 1
PRICE = Decimal(small_data.PRICE)
WITH_TAX_AND_DISCOUNT = Decimal("1.15") * Decimal("0.8")
NEW_LINES = f"FROM order_line WHERE ol_o_id >= {NEXT}"


@dataclass(frozen=True, slots=True)
class Shop:
    session: Session
    profile: Profile
    dialect: str

    def order(self, *, w_id=1, max_w_id=1, d_id=3, c_id=1, lines=15) -> bool:
        return self.session.call(Kind.NEWORD, (w_id, max_w_id, d_id, c_id, lines))

    def order_many(self, *, count: int, **changes) -> int:
        """So many that went well; how many were rolled back on the way."""
        outcomes = []
        while sum(outcomes) < count:
            outcomes.append(self.order(**changes))
        return len(outcomes) - count

    def filled_up(self, quantity: int) -> int:
        """What is left of the stock, by the engine's and the profile's rule."""
        left = small_data.QUANTITY - quantity
        if self.profile is Profile.HAMMERDB and self.dialect != "postgresql":
            return left if quantity < small_data.QUANTITY else left + 91
        return left + 91

    def amount(self, quantity: int) -> Decimal:
        plain = quantity * PRICE
        if self.profile is Profile.SPEC or self.dialect == "sqlserver":
            return plain
        digits = Decimal("1" if self.dialect == "mysql" else "0.01")
        return (plain * WITH_TAX_AND_DISCOUNT).quantize(digits, ROUND_HALF_UP)


@pytest.fixture(scope="module")
def filled(lasting_place: Place) -> Iterator[Session]:
    with small_data.filled(lasting_place, items=ITEMS) as session:
        yield session


@pytest.fixture(scope="module", params=list(Profile))
def profiled(filled: Session, lasting_place: Place, request) -> Iterator[Shop]:
    with small_data.profiled(filled, lasting_place, request.param) as session:
        yield Shop(session, request.param, lasting_place.dialect)


@pytest.fixture
def shop(profiled: Shop) -> Shop:
    small_data.restore(profiled.session)
    return profiled


def test_an_order_is_written_with_its_number_and_lines(shop: Shop):
    shop.order_many(count=1, lines=7)

    rows = shop.session.rows
    next_id = one(
        shop.session, "SELECT d_next_o_id FROM district WHERE d_w_id = 1 AND d_id = 3"
    )
    new = f"FROM new_order WHERE no_o_id = {NEXT} AND no_d_id = 3 AND no_w_id = 1"
    assert one(shop.session, f"SELECT COUNT(*) {new}") == 1
    assert next_id == NEXT + 1
    assert rows(
        "SELECT o_d_id, o_w_id, o_c_id, o_carrier_id, o_ol_cnt, o_all_local"
        f" FROM orders WHERE o_id = {NEXT}"
    ) == [(3, 1, 1, None, 7, 1)]
    assert rows(f"SELECT ol_number, ol_delivery_d {NEW_LINES} ORDER BY ol_number") == [
        (number, None) for number in range(1, 8)
    ]


def test_lines_carry_the_text_of_the_district(shop: Shop):
    shop.order_many(count=1, d_id=3)
    shop.order_many(count=1, d_id=10)

    texts = shop.session.rows(f"SELECT DISTINCT ol_d_id, ol_dist_info {NEW_LINES}")
    assert set(texts) == {(d, f"s_dist_{d:02} for a district") for d in (3, 10)}


def test_amounts_are_reckoned_as_the_profile_does(shop: Shop):
    # 150 lines at least: that one of ten quantities is missing comes once in a million
    shop.order_many(count=30)

    lines = shop.session.rows(f"SELECT DISTINCT ol_quantity, ol_amount {NEW_LINES}")
    assert {(q, amount) for q, amount in lines} == {
        (q, shop.amount(q)) for q, _ in lines
    }
    assert {q for q, _ in lines} == set(range(1, 11))


def test_stock_falls_and_is_filled_up(shop: Shop):
    shop.order_many(count=10)

    stock = shop.session.rows(
        "SELECT DISTINCT ol_quantity, s_quantity FROM order_line, stock"
        f" WHERE ol_o_id >= {NEXT} AND s_i_id = ol_i_id AND s_w_id = ol_supply_w_id"
        " AND ol_i_id NOT IN (SELECT ol_i_id FROM order_line"
        f" WHERE ol_o_id >= {NEXT} GROUP BY ol_i_id HAVING COUNT(*) > 1)"
    )
    assert set(stock) == {(q, shop.filled_up(q)) for q in range(1, 11)}


def test_sums_of_the_stock_are_kept_by_the_specification_alone(shop: Shop):
    shop.order_many(count=5)

    sums = shop.session.rows(
        "SELECT SUM(s_ytd), SUM(s_order_cnt), SUM(s_remote_cnt) FROM stock"
    )
    ordered = shop.session.rows(f"SELECT SUM(ol_quantity), COUNT(*) {NEW_LINES}")
    spec = [(*ordered[0], 0)]
    assert sums == (spec if shop.profile is Profile.SPEC else [(0, 0, 0)])


def test_a_line_in_a_hundred_comes_from_another_warehouse(shop: Shop):
    shop.order_many(count=60, w_id=1, max_w_id=2)

    lines = dict(
        shop.session.rows(
            f"SELECT ol_supply_w_id, COUNT(*) {NEW_LINES} GROUP BY ol_supply_w_id"
        )
    )
    remote_orders = one(shop.session, "SELECT COUNT(*) FROM orders WHERE o_all_local=0")
    counted = one(shop.session, "SELECT SUM(s_remote_cnt) FROM stock")
    assert lines.keys() == {1, 2}
    assert lines[2] < 40  # 9 are expected of 900
    assert 1 <= remote_orders <= lines[2]
    assert counted == (lines[2] if shop.profile is Profile.SPEC else 0)


def test_an_order_of_a_missing_item_leaves_nothing_behind(shop: Shop):
    rolled_back = 0
    for _ in range(30):  # times 50: none in 1500 is a chance of 1 to 3 million
        rolled_back += shop.order_many(count=50, lines=5)
        if rolled_back:
            break

    made = one(shop.session, f"SELECT COUNT(*) FROM orders WHERE o_id >= {NEXT}")
    next_id = one(
        shop.session, "SELECT d_next_o_id FROM district WHERE d_w_id = 1 AND d_id = 3"
    )
    news = one(shop.session, f"SELECT COUNT(*) FROM new_order WHERE no_o_id >= {NEXT}")
    changed = one(
        shop.session,
        f"SELECT COUNT(*) FROM stock WHERE s_quantity <> {small_data.QUANTITY}",
    )
    assert rolled_back > 0
    assert made == news == next_id - NEXT
    assert one(shop.session, f"SELECT COUNT(*) {NEW_LINES}") == 5 * made
    assert changed <= one(shop.session, f"SELECT COUNT(DISTINCT ol_i_id) {NEW_LINES}")


def test_items_are_drawn_evenly_or_unevenly(shop: Shop):
    shop.order_many(count=80)

    items = [item for (item,) in shop.session.rows(f"SELECT ol_i_id {NEW_LINES}")]
    # NURand's bitwise OR sets a low bit in three of four numbers before C is added
    ones = sum(bin((item - 1 - 5987) % ITEMS & 0x1FFF).count("1") for item in items)
    share = ones / (13 * len(items))
    expected = 0.75 if shop.profile is Profile.SPEC else 0.5
    assert all(1 <= item <= ITEMS for item in items)
    assert share == pytest.approx(expected, abs=0.05)


def test_an_unknown_customer_is_an_error_and_changes_nothing(shop: Shop):
    dialect = dialect_of(shop.dialect)

    with pytest.raises(Exception) as caught:  # noqa: PT011 - each driver has its own
        shop.order(c_id=99)

    assert dialect.trouble(caught.value) == "other"
    assert one(shop.session, "SELECT MAX(d_next_o_id) FROM district") == NEXT
