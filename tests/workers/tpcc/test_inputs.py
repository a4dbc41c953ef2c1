"""What transactions are called with; draws are checked over many, with a fixed seed."""

from collections import Counter
from random import Random

import pytest

from workers.tools.tpcc.kinds import Kind
from workers.tools.tpcc.last_names import LAST_NAMES, LOAD_C, NAME_A
from workers.tools.tpcc.options import Profile
from workers.tools.tpcc.running.inputs import (
    CUSTOMER_A,
    NAME_C,
    SPEC_CUSTOMER_C,
    Home,
    Inputs,
    home_of,
)

MANY = 10_000
WAREHOUSES = 4


def seeded(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - no secret


def drawn(kind: Kind, *, profile=Profile.HAMMERDB, warehouses=WAREHOUSES, home=(2,)):
    inputs = Inputs(profile, warehouses, Home(home, stock_district=7), seeded(5))
    return [inputs.of(kind) for _ in range(MANY)]


def share(rows, has) -> float:
    return sum(map(has, rows)) / len(rows)


@pytest.mark.parametrize("profile", Profile)
def test_a_new_order_has_5_to_15_lines_of_the_home_warehouse(profile):
    rows = drawn(Kind.NEWORD, profile=profile)

    warehouse, most, district, customer, lines = zip(*rows, strict=True)
    assert (set(warehouse), set(most)) == ({2}, {WAREHOUSES})
    assert set(district) == set(range(1, 11))
    assert (min(customer), max(customer)) == (1, 3000)
    assert set(lines) == set(range(5, 16))


def test_only_the_specification_prefers_some_customers():
    def most_drawn(profile):
        customers = Counter(row[3] for row in drawn(Kind.NEWORD, profile=profile))
        return sum(count for _, count in customers.most_common(300)) / MANY

    assert most_drawn(Profile.HAMMERDB) < 0.25
    assert most_drawn(Profile.SPEC) > 0.3


@pytest.mark.parametrize("profile", Profile)
def test_85_of_100_payments_are_by_a_customer_of_the_district(profile):
    rows = drawn(Kind.PAYMENT, profile=profile)

    at_home = [row for row in rows if row[2] == 2]
    assert share(rows, lambda row: row[2] == 2) == pytest.approx(0.85, abs=0.01)
    assert all(row[1] == row[3] for row in at_home)
    away = [row for row in rows if row[2] != 2]
    assert {row[2] for row in away} == {1, 3, 4}
    assert share(away, lambda row: row[1] == row[3]) == pytest.approx(0.1, abs=0.03)


def test_with_one_warehouse_every_payment_is_at_home():
    rows = drawn(Kind.PAYMENT, warehouses=1, home=(1,))

    assert {(row[0], row[2]) for row in rows} == {(1, 1)}


@pytest.mark.parametrize(
    ("kind", "places"), [(Kind.PAYMENT, (4, 5, 7)), (Kind.OSTAT, (2, 3, 4))]
)
def test_60_of_100_customers_are_named_by_their_last_name(kind, places):
    rows = [tuple(row[place] for place in places) for row in drawn(kind)]

    named = [row for row in rows if row[1] == 1]
    numbered = [row for row in rows if row[1] == 0]
    assert len(named) + len(numbered) == MANY
    assert len(named) / MANY == pytest.approx(0.6, abs=0.01)
    assert {name for _, _, name in named} <= set(LAST_NAMES)
    assert {(number, name) for number, _, name in named if number} == set()
    assert {name for _, _, name in numbered} == {""}
    assert all(1 <= number <= 3000 for number, _, _ in numbered)


def test_amounts_are_whole_in_hammerdb_and_to_the_cent_in_the_specification():
    whole = [row[6] for row in drawn(Kind.PAYMENT)]
    exact = [row[6] for row in drawn(Kind.PAYMENT, profile=Profile.SPEC)]

    assert (min(whole), max(whole)) == (1, 5000)
    assert all(isinstance(amount, str) and amount[-3] == "." for amount in exact)
    assert all(1 <= float(amount) <= 5000 for amount in exact)
    assert len({amount[-2:] for amount in exact}) == 100


def test_carriers_districts_and_thresholds_are_those_of_the_specification():
    deliveries, levels = drawn(Kind.DELIVERY), drawn(Kind.SLEV)

    assert set(deliveries) == {(2, carrier) for carrier in range(1, 11)}
    assert set(levels) == {(2, 7, threshold) for threshold in range(10, 21)}


def test_names_are_drawn_with_the_constant_of_the_load_only_by_hammerdb():
    # clause 2.1.6.1
    apart = abs(NAME_C[Profile.SPEC] - LOAD_C)
    assert NAME_C[Profile.HAMMERDB] == LOAD_C
    assert 65 <= apart <= 119
    assert apart not in (96, 112)
    assert 0 <= NAME_C[Profile.SPEC] <= NAME_A
    assert 0 <= SPEC_CUSTOMER_C <= CUSTOMER_A


def test_all_warehouses_are_dealt_to_the_users_in_turn():
    def dealt(users, warehouses):
        return [
            list(
                home_of(
                    user,
                    users=users,
                    warehouses=warehouses,
                    spreads=True,
                    random=seeded(1),
                ).warehouses
            )
            for user in range(users)
        ]

    assert dealt(3, 8) == [[1, 4, 7], [2, 5, 8], [3, 6]]
    assert dealt(5, 2) == [[1], [2], [1], [2], [1]]
    rows = drawn(Kind.DELIVERY, home=(1, 4))
    assert share(rows, lambda row: row[0] == 4) == pytest.approx(0.5, abs=0.02)


def test_a_user_has_one_home_by_chance_and_one_district():
    homes = [
        home_of(user, users=50, warehouses=5, spreads=False, random=seeded(user))
        for user in range(50)
    ]

    assert {len(home.warehouses) for home in homes} == {1}
    assert {home.warehouses[0] for home in homes} == {1, 2, 3, 4, 5}
    assert {home.stock_district for home in homes} == set(range(1, 11))
