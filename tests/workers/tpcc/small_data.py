"""Two small warehouses, of which the tests of the routines know every row.

Each district has seven customers: four BARBARBAR, whose second by first name is 2, and
three OUGHTBARBAR, whose middle is 6; customer 5 has bad credit. Its three orders are of
customers 1, 2 and 2; the last two are new but in district 5, which has no new order.
Each order has a line of 10.50 and one of 20.25.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal

from workers.tools.tpcc.dialects import dialect_of
from workers.tools.tpcc.dialects.base import Dialect, Session
from workers.tools.tpcc.options import Place, Profile
from workers.tools.tpcc.schema import COLUMNS

AT = "2026-01-02 03:04:05"
ADDRESS = ("street one", "street two", "city", "ST", "123411111")
WAREHOUSES, DISTRICTS, ORDERS = (1, 2), range(1, 11), (1, 2, 3)
EMPTY_DISTRICT = 5  # has no new order
FIRST_NAMES = ("Delta", "Bravo", "Charlie", "Alfa", "Zulu", "Yankee", "Xray")
BAD_CREDIT = 5
OLD_DATA = "old" * 166  # 498 of 500 characters
AMOUNTS, ORDER_AMOUNT = ("10.50", "20.25"), Decimal("30.75")
PRICE, QUANTITY = "3.33", 10  # of every item and stock
# so that an amount with and without them differs plainly
WAREHOUSE_TAX, DISTRICT_TAX, DISCOUNT = "0.1000", "0.0500", "0.2000"
CHANGED = ("history", "new_order", "orders", "order_line")


@contextmanager
def filled(place: Place, *, items: int) -> Iterator[Session]:
    """The data in the place, and a session of its own there."""
    dialect = dialect_of(place.dialect)
    with dialect.connect(place) as session:
        create(session, dialect, items=items)
        yield session


@contextmanager
def profiled(session: Session, place: Place, profile: Profile) -> Iterator[Session]:
    """The profile's routines, made by ``session``, and another one to call them.

    One that has called another profile's knows the columns that those answer.
    """
    dialect = dialect_of(place.dialect)
    install(session, dialect, profile)
    with dialect.connect(place) as caller:
        yield caller


def create(session: Session, dialect: Dialect, *, items: int) -> None:
    """The tables with their indexes, so many items and their stock, and the rest."""
    for statement in dialect.before_load():
        session.execute(statement)
    _fill(session, "item", ((i, 1, "name", PRICE, _data(i)) for i in _ids(items)))
    dists = ", ".join(
        f"'s_dist_{district:02} for a district'" for district in DISTRICTS
    )
    for w_id in WAREHOUSES:
        session.execute(  # far quicker than sending them
            f"INSERT INTO stock ({', '.join(COLUMNS['stock'])})"
            f" SELECT i_id, {w_id}, {QUANTITY}, {dists}, 0, 0, 0, i_data FROM item"
        )
    for statement in dialect.after_load(Profile.HAMMERDB)["indexes"]:
        session.execute(statement)
    fill_the_rest(session)


def install(session: Session, dialect: Dialect, profile: Profile) -> None:
    for statement in dialect.after_load(profile)["routines"]:
        session.execute(statement)


def restore(session: Session) -> None:
    """As ``create`` has left it."""
    items = {item for (item,) in session.rows("SELECT ol_i_id FROM order_line")}
    session.execute(
        f"UPDATE stock SET s_quantity = {QUANTITY}, s_ytd = 0, s_order_cnt = 0,"
        " s_remote_cnt = 0 WHERE s_w_id IN (1, 2)"
        f" AND s_i_id IN ({', '.join(map(str, items))})"
    )
    for table in ("warehouse", "district", "customer", *CHANGED):
        session.execute(f"DELETE FROM {table}")
    fill_the_rest(session)


def fill_the_rest(session: Session) -> None:
    places = [(d_id, w_id) for w_id in WAREHOUSES for d_id in DISTRICTS]
    orders = [(o_id, *place) for place in places for o_id in ORDERS]
    of_house = (*ADDRESS, WAREHOUSE_TAX, "300.00")
    _fill(session, "warehouse", ((w, f"house {w}", *of_house) for w in WAREHOUSES))
    of_district = (*ADDRESS, DISTRICT_TAX, "30.00", ORDERS[-1] + 1)
    _fill(session, "district", ((d, w, f"area {d}", *of_district) for d, w in places))
    _fill(
        session,
        "customer",
        (customer(c, *place) for place in places for c in _ids(len(FIRST_NAMES))),
    )
    new = [order for order in orders if _is_new(*order)]
    _fill(session, "new_order", new)
    _fill(session, "orders", (_order(*order) for order in orders))
    _fill(session, "order_line", (_line(*order, n) for order in orders for n in (1, 2)))


def one(session: Session, query: str) -> object:
    """The one value that a query answers."""
    ((value,),) = session.rows(query)
    return value


def _fill(session: Session, table: str, rows) -> None:
    session.fill(table, COLUMNS[table], rows)


def _ids(count: int) -> range:
    return range(1, count + 1)


def _data(item: int) -> str:
    return "has ORIGINAL in it" if item % 2 else "plain"


def _is_new(o_id: int, d_id: int, _w_id: int) -> bool:
    return o_id > 1 and d_id != EMPTY_DISTRICT


def customer(c_id: int, d_id: int, w_id: int) -> tuple[object, ...]:
    last = "BARBARBAR" if c_id <= 4 else "OUGHTBARBAR"
    credit, data = ("BC", OLD_DATA) if c_id == BAD_CREDIT else ("GC", "good")
    return (
        *(
            c_id,
            d_id,
            w_id,
            FIRST_NAMES[(c_id - 1) % len(FIRST_NAMES)],
            "OE",
            last,
            *ADDRESS,
        ),
        *("0123456789012345", AT, credit, "50000.00", DISCOUNT, "-10.00", "10.00"),
        *(1, 0, data),
    )


def _order(o_id: int, d_id: int, w_id: int) -> tuple[object, ...]:
    carrier = None if _is_new(o_id, d_id, w_id) else 7
    return (o_id, d_id, w_id, min(o_id, 2), AT, carrier, 2, 1)


def _line(o_id: int, d_id: int, w_id: int, number: int) -> tuple[object, ...]:
    delivered = None if _is_new(o_id, d_id, w_id) else AT
    amount = AMOUNTS[number - 1]
    return (o_id, d_id, w_id, number, number, w_id, delivered, 5, amount, "dist")
