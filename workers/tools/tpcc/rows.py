"""The rows of the nine tables, by clause 4.3.3.1 of the TPC-C specification.

Rows are lazy and have the columns of ``schema.COLUMNS``. They hold whole numbers, texts
and None only: money, rates and times are texts that every engine reads as such
("0.1234", "2026-11-20 10:00:00"), and all texts are of ASCII letters and digits.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from random import Random

from workers.tools.tpcc.last_names import LAST_NAMES, last_names_of_load
from workers.tools.tpcc.options import Profile
from workers.tools.tpcc.schema import (
    CUSTOMERS,
    DIST_COLUMNS,
    DISTRICTS,
    FIRST_OPEN_ORDER,
    ITEMS,
    LINES,
    NEW_ORDERS,
    NEXT_ORDER,
    ORDERS,
)
from workers.tools.tpcc.texts import Texts

Row = tuple[int | str | None, ...]
Rows = Iterator[Row]

# Where HammerDB departs from the specification: a tax of 10 to 20 % in place of 0 to
# 20 %, and half of the customers with bad credit in place of a tenth.
_TAXES = {
    Profile.HAMMERDB: range(1_000, 2_001),  # ten thousandths
    Profile.SPEC: range(2_001),
}
_BAD_CREDITS = {Profile.HAMMERDB: CUSTOMERS // 2, Profile.SPEC: CUSTOMERS // 10}
_DISCOUNTS = range(5_001)
_CENTS = range(1, 1_000_000)  # of a line of an open order


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """What rows are drawn by: random numbers and texts, the profile, the time."""

    random: Random
    texts: Texts
    profile: Profile
    at: str

    def address(self) -> tuple[str, ...]:
        return next(self.addresses(1))

    def addresses(self, count: int) -> Iterator[tuple[str, ...]]:
        """Street 1 and 2, city, state, zip."""
        many = self.texts.many
        return zip(
            many(count, 10, 20),
            many(count, 10, 20),
            many(count, 10, 20),
            many(count, 2, 2),
            self.texts.zips(count),
            strict=True,
        )

    def rates(self, of: Sequence[int], count: int) -> list[str]:
        return [f"0.{rate:04}" for rate in self.random.choices(of, k=count)]

    def tax(self) -> str:
        return self.rates(_TAXES[self.profile], 1)[0]

    def money(self, of: Sequence[int], count: int) -> list[str]:
        return [
            f"{cents // 100}.{cents % 100:02}"
            for cents in self.random.choices(of, k=count)
        ]


def warehouse(draw: Draw, w_id: int) -> Rows:
    name = draw.texts.one(6, 10)
    yield (w_id, name, *draw.address(), draw.tax(), "300000.00")


def districts(draw: Draw, w_id: int) -> Rows:
    for d_id in range(1, DISTRICTS + 1):
        name, tax = draw.texts.one(6, 10), draw.tax()
        yield (d_id, w_id, name, *draw.address(), tax, "30000.00", NEXT_ORDER)


def items(draw: Draw, ids: range) -> Rows:
    count = len(ids)
    return zip(
        ids,
        draw.random.choices(range(1, 10_001), k=count),
        draw.texts.many(count, 14, 24),
        draw.money(range(100, 10_001), count),
        draw.texts.data(count),
        strict=True,
    )


def stock(draw: Draw, w_id: int, ids: range) -> Rows:
    count = len(ids)
    return zip(
        ids,
        repeat(w_id, count),
        draw.random.choices(range(10, 101), k=count),
        *(draw.texts.many(count, 24, 24) for _ in DIST_COLUMNS),
        *(repeat(0, count) for _ in ("ytd", "order_cnt", "remote_cnt")),
        draw.texts.data(count),
        strict=True,
    )


def customers(draw: Draw, w_id: int, d_id: int) -> Rows:
    """The customers of a district; a few columns of one value stand by themselves."""
    many, count = draw.texts.many, CUSTOMERS
    drawn = zip(
        range(1, count + 1),
        many(count, 8, 16),
        _last_names(draw.random),
        draw.addresses(count),
        draw.texts.phones(count),
        _credits(draw),
        draw.rates(_DISCOUNTS, count),
        many(count, 300, 500),
        strict=True,
    )
    for c_id, first, last, address, phone, credit, discount, data in drawn:
        yield (
            *(c_id, d_id, w_id, first, "OE", last, *address, phone, draw.at),
            *(credit, "50000.00", discount, "-10.00", "10.00", 1, 0, data),
        )


def _last_names(random: Random) -> Iterator[str]:
    """Each name once, so that none is missing; then as the load's NURand has them."""
    return chain(LAST_NAMES, last_names_of_load(random, CUSTOMERS - len(LAST_NAMES)))


def _credits(draw: Draw) -> list[str]:
    bad = _BAD_CREDITS[draw.profile]
    ratings = ["BC"] * bad + ["GC"] * (CUSTOMERS - bad)
    draw.random.shuffle(ratings)
    return ratings


def history(draw: Draw, w_id: int, d_id: int) -> Rows:
    """One payment of each customer, at home."""
    data = draw.texts.many(CUSTOMERS, 12, 24)
    for c_id, text in enumerate(data, start=1):
        yield (c_id, d_id, w_id, d_id, w_id, draw.at, "10.00", text)


class Orders:
    """The orders of a district with their lines: each customer has one, in any order."""

    def __init__(self, draw: Draw, w_id: int, d_id: int) -> None:
        self.draw, self.w_id, self.d_id = draw, w_id, d_id
        self.counts = draw.random.choices(LINES, k=ORDERS)  # lines of each order

    def orders(self) -> Rows:
        random, delivered = self.draw.random, FIRST_OPEN_ORDER - 1
        return zip(
            range(1, NEXT_ORDER),
            repeat(self.d_id, ORDERS),
            repeat(self.w_id, ORDERS),
            random.sample(range(1, CUSTOMERS + 1), CUSTOMERS),
            repeat(self.draw.at, ORDERS),
            chain(random.choices(range(1, 11), k=delivered), repeat(None, NEW_ORDERS)),
            self.counts,
            repeat(1, ORDERS),
            strict=True,
        )

    def new_orders(self) -> Rows:
        ids = range(FIRST_OPEN_ORDER, NEXT_ORDER)
        return ((o_id, self.d_id, self.w_id) for o_id in ids)

    def lines(self) -> Rows:
        """Delivered lines cost nothing; open ones have no time of delivery."""
        delivered = sum(self.counts[: FIRST_OPEN_ORDER - 1])
        opened = sum(self.counts) - delivered
        count = delivered + opened
        orders = zip(range(1, NEXT_ORDER), self.counts, strict=True)
        return zip(
            chain.from_iterable(repeat(o_id, lines) for o_id, lines in orders),
            repeat(self.d_id, count),
            repeat(self.w_id, count),
            chain.from_iterable(range(1, lines + 1) for lines in self.counts),
            self.draw.random.choices(range(1, ITEMS + 1), k=count),
            repeat(self.w_id, count),
            chain(repeat(self.draw.at, delivered), repeat(None, opened)),
            repeat(5, count),
            chain(repeat("0.00", delivered), self.draw.money(_CENTS, opened)),
            self.draw.texts.many(count, 24, 24),
            strict=True,
        )
