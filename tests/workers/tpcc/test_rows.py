"""The rows of the load, counted exactly: clause 4.3.3.1 of the TPC-C specification."""

from collections import Counter, defaultdict
from decimal import Decimal
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workers.tools.tpcc import rows
from workers.tools.tpcc.last_names import LAST_NAMES, nurand
from workers.tools.tpcc.options import Profile
from workers.tools.tpcc.parts import Content, Part, parts
from workers.tools.tpcc.schema import COLUMNS, expected_rows
from workers.tools.tpcc.texts import Texts

AT = "2026-11-20 10:00:00"


def draw(profile: Profile = Profile.HAMMERDB, *, seed: int = 1) -> rows.Draw:
    random = Random(seed)  # noqa: S311 - rows, no secret
    return rows.Draw(random=random, texts=Texts(random), profile=profile, at=AT)


def named(table: str, loaded: rows.Rows) -> list[dict]:
    """Rows by the names of their columns; each has all of them."""
    return [dict(zip(COLUMNS[table], row, strict=True)) for row in loaded]


@pytest.fixture(scope="module", params=list(Profile))
def customers(request) -> list[dict]:
    return named("customer", rows.customers(draw(request.param), 3, 7))


@pytest.fixture(scope="module")
def district() -> dict[str, list[dict]]:
    orders = rows.Orders(draw(), 3, 7)
    return {
        "orders": named("orders", orders.orders()),
        "order_line": named("order_line", orders.lines()),
        "new_order": named("new_order", orders.new_orders()),
    }


@pytest.fixture(scope="module")
def stock() -> list[dict]:
    return named("stock", rows.stock(draw(), 3, range(1, 10_001)))


def test_a_district_has_each_customer_once_with_the_balance_of_one_payment(customers):
    assert [row["c_id"] for row in customers] == list(range(1, 3_001))
    assert {(row["c_w_id"], row["c_d_id"]) for row in customers} == {(3, 7)}
    same = {
        "c_middle": "OE",
        "c_since": AT,
        "c_credit_lim": "50000.00",
        "c_balance": "-10.00",
        "c_ytd_payment": "10.00",
        "c_payment_cnt": 1,
        "c_delivery_cnt": 0,
    }
    for name, value in same.items():
        assert {row[name] for row in customers} == {value}


def test_the_first_thousand_last_names_stand_in_sequence(customers):
    names = [row["c_last"] for row in customers]

    assert names[:3] == ["BARBARBAR", "BARBAROUGHT", "BARBARABLE"]
    assert names[371] == "PRICALLYOUGHT"
    assert names[999] == "EINGEINGEING"
    assert names[:1_000] == list(LAST_NAMES)
    assert len(set(LAST_NAMES)) == 1_000


def test_the_other_last_names_are_as_uneven_as_the_constant_of_the_load_has_them():
    drawn = Counter()
    expected = Counter()
    random = Random(2)  # noqa: S311 - rows, no secret
    for seed in range(20):
        loaded = named("customer", rows.customers(draw(seed=seed), 1, 1))
        drawn.update(row["c_last"] for row in loaded[1_000:])
        expected.update(
            LAST_NAMES[nurand(random, 255, 0, 999, c=123)] for _ in range(2_000)
        )

    both = [(drawn[name], expected[name]) for name in LAST_NAMES]
    # About 40 of each name were they even; NURand makes some 15 times as frequent.
    assert max(count for count, _ in both) > 150
    assert sum(abs(a - b) for a, b in both) / 40_000 < 0.25


def test_customers_have_texts_of_the_specified_lengths(customers):
    lengths = {
        "c_first": (8, 16),
        "c_street_1": (10, 20),
        "c_street_2": (10, 20),
        "c_city": (10, 20),
        "c_state": (2, 2),
        "c_phone": (16, 16),
        "c_data": (300, 500),
    }
    for name, limits in lengths.items():
        found = [len(row[name]) for row in customers]
        assert (min(found), max(found)) == limits
    assert all(row["c_phone"].isdigit() for row in customers)
    assert all(
        row["c_zip"][:4].isdigit() and row["c_zip"][4:] == "11111" for row in customers
    )
    discounts = [Decimal(row["c_discount"]) for row in customers]
    assert 0 <= min(discounts) < Decimal("0.01")
    assert Decimal("0.49") < max(discounts) <= Decimal("0.5")


@pytest.mark.parametrize(
    ("profile", "bad"), [(Profile.HAMMERDB, 1_500), (Profile.SPEC, 300)]
)
def test_the_profile_decides_how_many_customers_have_bad_credit(profile, bad):
    loaded = named("customer", rows.customers(draw(profile), 1, 1))

    assert Counter(row["c_credit"] for row in loaded) == {"BC": bad, "GC": 3_000 - bad}
    first = sum(row["c_credit"] == "BC" for row in loaded[:1_500])
    assert bad * 0.4 < first < bad * 0.6  # anywhere, not the first ones


@pytest.mark.parametrize(
    ("profile", "lowest"), [(Profile.HAMMERDB, "0.1"), (Profile.SPEC, "0")]
)
def test_the_profile_decides_the_range_of_taxes(profile, lowest):
    its = draw(profile)
    loaded = [
        row
        for w_id in range(200)
        for row in named("district", rows.districts(its, w_id))
    ]
    taxes = [Decimal(row["d_tax"]) for row in loaded]

    assert Decimal(lowest) <= min(taxes) < Decimal(lowest) + Decimal("0.01")
    assert Decimal("0.19") < max(taxes) <= Decimal("0.2")
    (warehouse,) = named("warehouse", rows.warehouse(its, 1))
    assert Decimal(lowest) <= Decimal(warehouse["w_tax"]) <= Decimal("0.2")


def test_the_year_to_date_of_a_warehouse_is_that_of_its_districts():
    (warehouse,) = named("warehouse", rows.warehouse(draw(), 5))
    districts = named("district", rows.districts(draw(), 5))

    assert warehouse["w_id"] == 5
    assert [row["d_id"] for row in districts] == list(range(1, 11))
    assert {row["d_w_id"] for row in districts} == {5}
    assert {row["d_next_o_id"] for row in districts} == {3_001}
    assert warehouse["w_ytd"] == "300000.00"
    assert {row["d_ytd"] for row in districts} == {"30000.00"}


def test_each_customer_has_one_line_of_history_at_home():
    loaded = named("history", rows.history(draw(), 3, 7))

    assert [row["h_c_id"] for row in loaded] == list(range(1, 3_001))
    rest = ("h_c_d_id", "h_c_w_id", "h_d_id", "h_w_id", "h_date", "h_amount")
    assert {tuple(row[name] for name in rest) for row in loaded} == {
        (7, 3, 7, 3, AT, "10.00")
    }
    assert {len(row["h_data"]) for row in loaded} == set(range(12, 25))


def test_each_customer_has_one_order_in_no_order(district):
    orders = district["orders"]
    customers = [row["o_c_id"] for row in orders]

    assert [row["o_id"] for row in orders] == list(range(1, 3_001))
    assert customers != sorted(customers)
    assert sorted(customers) == list(range(1, 3_001))
    assert {(row["o_w_id"], row["o_d_id"]) for row in orders} == {(3, 7)}
    assert {(row["o_entry_d"], row["o_all_local"]) for row in orders} == {(AT, 1)}
    assert {row["o_ol_cnt"] for row in orders} == set(range(5, 16))


def test_the_last_900_orders_are_open(district):
    orders, opened = district["orders"], district["new_order"]

    assert [row["no_o_id"] for row in opened] == list(range(2_101, 3_001))
    assert {(row["no_w_id"], row["no_d_id"]) for row in opened} == {(3, 7)}
    assert {row["o_carrier_id"] for row in orders[:2_100]} == set(range(1, 11))
    assert {row["o_carrier_id"] for row in orders[2_100:]} == {None}


def test_orders_have_as_many_lines_as_they_say(district):
    lines = defaultdict(list)
    for row in district["order_line"]:
        lines[row["ol_o_id"]].append(row["ol_number"])

    for order in district["orders"]:
        assert lines.pop(order["o_id"]) == list(range(1, order["o_ol_cnt"] + 1))
    assert not lines


def test_delivered_lines_cost_nothing_and_open_ones_await_their_delivery(district):
    rows_of = {True: [], False: []}
    for row in district["order_line"]:
        rows_of[row["ol_o_id"] < 2_101].append(row)

    assert {(r["ol_amount"], r["ol_delivery_d"]) for r in rows_of[True]} == {
        ("0.00", AT)
    }
    assert {row["ol_delivery_d"] for row in rows_of[False]} == {None}
    amounts = [Decimal(row["ol_amount"]) for row in rows_of[False]]
    assert Decimal("0.01") <= min(amounts)
    assert Decimal("9900") < max(amounts) <= Decimal("9999.99")


def test_lines_are_of_any_item_from_their_own_warehouse(district):
    lines = district["order_line"]
    ids = [row["ol_i_id"] for row in lines]

    same = ("ol_w_id", "ol_d_id", "ol_supply_w_id", "ol_quantity")
    assert {tuple(row[name] for name in same) for row in lines} == {(3, 7, 3, 5)}
    assert 1 <= min(ids) < 100
    assert 99_900 < max(ids) <= 100_000
    assert 45_000 < sum(ids) / len(ids) < 55_000
    assert {len(row["ol_dist_info"]) for row in lines} == {24}


def test_stock_has_its_items_and_a_text_for_each_district(stock):
    assert [row["s_i_id"] for row in stock] == list(range(1, 10_001))
    same = ("s_w_id", "s_ytd", "s_order_cnt", "s_remote_cnt")
    assert {tuple(row[name] for name in same) for row in stock} == {(3, 0, 0, 0)}
    assert {row["s_quantity"] for row in stock} == set(range(10, 101))
    for district in range(1, 11):
        texts = [row[f"s_dist_{district:02}"] for row in stock]
        assert {len(text) for text in texts} == {24}
        assert len(set(texts)) > 5_000


def test_items_have_prices_and_images():
    loaded = named("item", rows.items(draw(), range(1, 10_001)))

    assert [row["i_id"] for row in loaded] == list(range(1, 10_001))
    assert 1 <= min(row["i_im_id"] for row in loaded) < 100
    assert 9_900 < max(row["i_im_id"] for row in loaded) <= 10_000
    assert {len(row["i_name"]) for row in loaded} == set(range(14, 25))
    prices = [Decimal(row["i_price"]) for row in loaded]
    assert 1 <= min(prices) < 2
    assert 99 < max(prices) <= 100


@pytest.mark.parametrize("table", ["stock", "item"])
def test_a_tenth_of_the_data_is_original(table, stock):
    if table == "stock":
        data = [row["s_data"] for row in stock]
    else:
        loaded = named("item", rows.items(draw(), range(1, 10_001)))
        data = [row["i_data"] for row in loaded]

    assert {len(text) for text in data} == set(range(26, 51))
    assert sum("ORIGINAL" in text for text in data) == 1_000
    places = {text.index("ORIGINAL") for text in data if "ORIGINAL" in text}
    assert min(places) == 0
    assert 38 <= max(places) <= 42


@settings(max_examples=10, deadline=None)
@given(
    seed=st.integers(min_value=0, max_value=2**63),
    w_id=st.integers(min_value=1, max_value=5_000),
    profile=st.sampled_from(Profile),
)
def test_the_same_seed_gives_the_same_part_whoever_loads_it(seed, w_id, profile):
    part = Part(content=Content.CUSTOMERS, w_id=w_id)

    def first_rows(seed: int) -> list[rows.Row]:
        batches = part.batches(profile=profile, seed=seed, at=AT)
        return [row for _ in range(2) for row in next(batches).rows]

    assert first_rows(seed) == first_rows(seed)
    assert first_rows(seed) != first_rows(seed + 1)


def test_the_parts_hold_what_is_expected_after_the_load():
    loaded = Counter()
    sizes = Counter()
    for part in parts(1):
        for batch in part.batches(profile=Profile.SPEC, seed=1, at=AT):
            count = sum(1 for _ in batch.rows)
            assert count == batch.size
            loaded[batch.table] += count
            sizes[part] += count

    expected = expected_rows(1)
    lines = loaded.pop("order_line")
    assert lines in expected.pop("order_line")
    assert loaded == expected
    for part, size in sizes.items():
        assert size == pytest.approx(part.size, rel=0.02)


def test_no_two_parts_have_the_same_texts():
    first, second = (
        next(
            Part(content=Content.STOCK, w_id=w_id).batches(
                profile=Profile.SPEC, seed=1, at=AT
            )
        )
        for w_id in (1, 2)
    )

    assert next(first.rows)[3:] != next(second.rows)[3:]
