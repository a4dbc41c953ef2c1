"""A dialect without a server, for what of the tool no server decides.

Its counters are shared by forked processes. ``on_call`` is called at each transaction:
it may raise ``Planted``, wait, or answer False for one rolled back on purpose.
"""

import os
import time
import weakref
from collections.abc import Callable

from workers.tools.tpcc.dialects.base import Counts, Dialect, Session
from workers.tools.tpcc.kinds import Kind, Trouble
from workers.tools.tpcc.options import Place, Profile, Run

PLACE = Place(
    dialect="mysql",
    host="memory",
    address="memory",
    port=1,
    username="user",
    password="secret",
    database="",
    space="",
)


def run_of(**changes: object) -> Run:
    return Run(
        **{
            "profile": Profile.HAMMERDB,
            "warehouses": 2,
            "virtual_users": 4,
            "rampup_seconds": 0,
            "duration_seconds": 1,
            "keying_and_thinking": False,
            "all_warehouses": False,
            "processes": 2,
            "seed": 1,
        }
        | changes
    )


class SharedCount:
    """Counts for all forked processes, without a lock that one of them dies with."""

    def __init__(self) -> None:
        self._file = os.memfd_create("count")
        weakref.finalize(self, os.close, self._file)

    def add(self) -> None:
        os.write(self._file, b".")

    @property
    def value(self) -> int:
        return os.fstat(self._file).st_size


class Planted(Exception):
    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble)
        self.trouble = trouble


class MemoryDialect(Dialect):
    name = "memory"

    def __init__(
        self,
        on_call: Callable[[Kind], bool] = lambda kind: True,
        *,
        on_connect: Callable[[], None] = lambda: None,
        on_counts: Callable[[], None] = lambda: None,
        warehouses: int = 2,
        bad_credits: int = 1_500,
    ) -> None:
        self.on_call, self.on_connect, self.on_counts = on_call, on_connect, on_counts
        self.warehouses, self.bad_credits = warehouses, bad_credits
        self.orders = SharedCount()
        self.calls = SharedCount()
        self.closed = SharedCount()

    def connect(self, place):
        self.on_connect()
        return MemorySession(self)

    def trouble(self, error):
        return error.trouble if isinstance(error, Planted) else None

    def line_of(self, error):
        return f"4711: {error.trouble}"

    def before_load(self):
        return ()

    def after_load(self, profile):
        return {}

    def describe(self, session):
        return "Memory 1.0"


class MemorySession(Session):
    def __init__(self, dialect: MemoryDialect) -> None:
        self._dialect = dialect

    def call(self, kind, values):
        committed = self._dialect.on_call(kind)
        time.sleep(0.001)
        self._dialect.calls.add()
        if kind is Kind.NEWORD and committed:
            self._dialect.orders.add()
        return committed

    def call_empty(self):
        time.sleep(0.001)
        self._dialect.calls.add()

    def execute(self, statement): ...

    def rows(self, statement):
        if "customer" in statement:
            return [(3_000, self._dialect.bad_credits)]
        return [(self._dialect.warehouses,)]

    def fill(self, table, columns, rows): ...

    def counts(self):
        self._dialect.on_counts()
        orders, calls = self._dialect.orders.value, self._dialect.calls.value
        now = time.monotonic()
        return Counts(new_orders=orders, new_orders_at=now, transactions=calls, at=now)

    def close(self):
        self._dialect.closed.add()
