"""The nine tables: their columns in the order in which they are loaded, and their sizes.

The tables themselves are created by ``sql/<dialect>/tables.sql``, whose columns have
these names (clause 1.3 of the TPC-C specification); sizes are those of clause 4.3.3.1.
"""

from collections.abc import Mapping

ITEMS = 100_000
STOCK = ITEMS  # a warehouse keeps every item
DISTRICTS = 10  # of a warehouse
CUSTOMERS = 3_000  # of a district; each has one line of history
ORDERS = CUSTOMERS  # of a district: one of each customer
FIRST_OPEN_ORDER = 2_101  # from here on an order is not delivered, and a new order
NEXT_ORDER = ORDERS + 1
NEW_ORDERS = NEXT_ORDER - FIRST_OPEN_ORDER  # of a district
LINES = range(5, 16)  # of an order

_ADDRESS = ("street_1", "street_2", "city", "state", "zip")


def _prefixed(prefix: str, *names: str) -> tuple[str, ...]:
    return tuple(f"{prefix}_{name}" for name in names)


DIST_COLUMNS = tuple(f"s_dist_{district:02}" for district in range(1, DISTRICTS + 1))

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "warehouse": _prefixed("w", "id", "name", *_ADDRESS, "tax", "ytd"),
    "district": _prefixed(
        "d", "id", "w_id", "name", *_ADDRESS, "tax", "ytd", "next_o_id"
    ),
    "customer": _prefixed(
        "c",
        *("id", "d_id", "w_id", "first", "middle", "last", *_ADDRESS, "phone"),
        *("since", "credit", "credit_lim", "discount", "balance", "ytd_payment"),
        *("payment_cnt", "delivery_cnt", "data"),
    ),
    "history": _prefixed(
        "h", "c_id", "c_d_id", "c_w_id", "d_id", "w_id", "date", "amount", "data"
    ),
    "new_order": _prefixed("no", "o_id", "d_id", "w_id"),
    "orders": _prefixed(
        "o",
        *("id", "d_id", "w_id", "c_id", "entry_d", "carrier_id", "ol_cnt", "all_local"),
    ),
    "order_line": _prefixed(
        "ol",
        *("o_id", "d_id", "w_id", "number", "i_id", "supply_w_id", "delivery_d"),
        *("quantity", "amount", "dist_info"),
    ),
    "stock": (
        *_prefixed("s", "i_id", "w_id", "quantity"),
        *DIST_COLUMNS,
        *_prefixed("s", "ytd", "order_cnt", "remote_cnt", "data"),
    ),
    "item": _prefixed("i", "id", "im_id", "name", "price", "data"),
}


def expected_rows(warehouses: int) -> dict[str, int | range]:
    """What each table holds after the load; a range where chance decides."""
    districts = warehouses * DISTRICTS
    orders = districts * ORDERS
    return {
        "warehouse": warehouses,
        "district": districts,
        "customer": districts * CUSTOMERS,
        "history": districts * CUSTOMERS,
        "new_order": districts * NEW_ORDERS,
        "orders": orders,
        "order_line": range(orders * LINES[0], orders * LINES[-1] + 1),
        "stock": warehouses * STOCK,
        "item": ITEMS,
    }
