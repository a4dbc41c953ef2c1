"""The data in parts that processes load side by side, and each part in batches.

A part is drawn by a random generator of its own, named by the seed and the part: the
same seed gives the same rows whoever loads them, in whatever order.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from workers.tools.tpcc import rows
from workers.tools.tpcc.options import Profile
from workers.tools.tpcc.schema import (
    CUSTOMERS,
    DISTRICTS,
    ITEMS,
    LINES,
    NEW_ORDERS,
    ORDERS,
    STOCK,
)
from workers.tools.tpcc.texts import Texts

# Rows of stock or items that are committed together: less costs time (1,000 the half
# again or more), and more saves none. The other tables go by district: 900 to 31,000.
BATCH = 10_000


class Content(StrEnum):
    ITEMS = "items"
    ORDERS = "orders"
    STOCK = "stock"
    CUSTOMERS = "customers"


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Rows of one table that are loaded and committed together."""

    table: str
    size: int  # rows
    rows: rows.Rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Some tables of one warehouse; the items belong to none."""

    content: Content
    w_id: int | None

    @property
    def size(self) -> int:
        """About how many rows."""
        return _SIZES[self.content]

    def batches(self, *, profile: Profile, seed: int, at: str) -> Iterator[Batch]:
        random = Random(f"{seed}/{self.content}/{self.w_id}")  # noqa: S311 - rows, no secret
        draw = rows.Draw(random=random, texts=Texts(random), profile=profile, at=at)
        if self.w_id is None:
            return _items(draw)
        return _OF_WAREHOUSE[self.content](draw, self.w_id)


def parts(warehouses: int) -> list[Part]:
    """All of them; within a warehouse the long ones first, so that all end together."""
    contents = (Content.ORDERS, Content.STOCK, Content.CUSTOMERS)
    return [
        Part(content=Content.ITEMS, w_id=None),
        *(
            Part(content=content, w_id=w_id)
            for w_id in range(1, warehouses + 1)
            for content in contents
        ),
    ]


def _items(draw: rows.Draw) -> Iterator[Batch]:
    for ids in _slices(ITEMS):
        yield Batch(table="item", size=len(ids), rows=rows.items(draw, ids))


def _stock(draw: rows.Draw, w_id: int) -> Iterator[Batch]:
    for ids in _slices(STOCK):
        yield Batch(table="stock", size=len(ids), rows=rows.stock(draw, w_id, ids))


def _customers(draw: rows.Draw, w_id: int) -> Iterator[Batch]:
    yield Batch(table="warehouse", size=1, rows=rows.warehouse(draw, w_id))
    yield Batch(table="district", size=DISTRICTS, rows=rows.districts(draw, w_id))
    for d_id in range(1, DISTRICTS + 1):
        of_district = rows.customers(draw, w_id, d_id)
        yield Batch(table="customer", size=CUSTOMERS, rows=of_district)
        payments = rows.history(draw, w_id, d_id)
        yield Batch(table="history", size=CUSTOMERS, rows=payments)


def _orders(draw: rows.Draw, w_id: int) -> Iterator[Batch]:
    for d_id in range(1, DISTRICTS + 1):
        of_district = rows.Orders(draw, w_id, d_id)
        lines = sum(of_district.counts)
        yield Batch(table="orders", size=ORDERS, rows=of_district.orders())
        yield Batch(table="new_order", size=NEW_ORDERS, rows=of_district.new_orders())
        yield Batch(table="order_line", size=lines, rows=of_district.lines())


def _slices(count: int) -> Iterator[range]:
    for start in range(1, count + 1, BATCH):
        yield range(start, min(start + BATCH, count + 1))


_OF_WAREHOUSE = {
    Content.ORDERS: _orders,
    Content.STOCK: _stock,
    Content.CUSTOMERS: _customers,
}
_MEAN_LINES = (LINES[0] + LINES[-1]) // 2
_SIZES = {
    Content.ITEMS: ITEMS,
    Content.ORDERS: DISTRICTS * (ORDERS * (1 + _MEAN_LINES) + NEW_ORDERS),
    Content.STOCK: STOCK,
    Content.CUSTOMERS: DISTRICTS * 2 * CUSTOMERS,
}
