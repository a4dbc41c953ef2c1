"""What a dialect can do: everything in which engines differ, and nothing else."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from workers.tools.tpcc import sql_files
from workers.tools.tpcc.kinds import Kind, Trouble
from workers.tools.tpcc.options import Place, Profile

# Of a transaction, in the order of the routine's parameters (docs/tpcc.md):
# NEWORD   w_id, max_w_id, d_id, c_id, ol_cnt
# PAYMENT  w_id, d_id, c_w_id, c_d_id, c_id, by_name, amount, c_last
# DELIVERY w_id, carrier_id
# OSTAT    w_id, d_id, c_id, by_name, c_last
# SLEV     w_id, d_id, threshold
# The date and time of an order is the server's own.
Values = Sequence[int | str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What the server has counted so far, by the engine's own definitions.

    ``new_orders`` is the sum of ``d_next_o_id``, ``transactions`` what TPM counts (None
    where the account may not read it), ``batch_requests`` SQL Server's; None where the
    engine has no such counter, too. ``at`` is when ``transactions`` were read,
    ``new_orders_at`` when those were, in seconds of ``time.monotonic``.
    """

    new_orders: int
    new_orders_at: float
    transactions: int | None
    at: float
    batch_requests: int | None = None


class Session(ABC):
    """One connection. What its driver raises leaves as it is; ``Dialect.trouble`` reads it.

    A transaction is one call, and is committed or rolled back when the call returns or
    raises.
    """

    @abstractmethod
    def call(self, kind: Kind, values: Values) -> bool:
        """Carry out one transaction; False where it was rolled back on purpose."""

    @abstractmethod
    def call_empty(self) -> None:
        """Call the routine that does nothing: the client's own cost."""

    @abstractmethod
    def execute(self, statement: str) -> None:
        """One statement, committed."""

    @abstractmethod
    def rows(self, statement: str) -> list[tuple[Any, ...]]: ...

    @abstractmethod
    def fill(
        self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]
    ) -> None:
        """Load many rows by the engine's fastest way, and commit them."""

    @abstractmethod
    def counts(self) -> Counts:
        """New orders are read first, as HammerDB does on SQL Server."""

    @abstractmethod
    def close(self) -> None: ...

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Dialect(ABC):
    """An engine's dialect; its SQL lies in ``sql/<name>/``."""

    name: ClassVar[str]

    @abstractmethod
    def connect(self, place: Place) -> Session:
        """A session in the place's workspace; raises what the driver raises."""

    @abstractmethod
    def trouble(self, error: Exception) -> Trouble | None:
        """What kind of failure a driver's error is; None where it is not a driver's."""

    @abstractmethod
    def line_of(self, error: Exception) -> str:
        """The error in one line, with its number: "1213: Deadlock found ..."."""

    def before_load(self) -> Sequence[str]:
        """The statements that create the nine tables."""
        return sql_files.statements(self.name, "tables")

    def after_load(self, profile: Profile) -> Mapping[str, Sequence[str]]:
        """Statements by step ("indexes", "routines", "statistics"), in order."""
        return {
            "indexes": sql_files.statements(self.name, "indexes"),
            "routines": [
                *sql_files.statements(self.name, "drop_routines"),
                *(sql_files.routine(self.name, kind, profile) for kind in Kind),
                sql_files.empty_routine(self.name),
            ],
            "statistics": sql_files.statements(self.name, "statistics"),
        }

    @abstractmethod
    def describe(self, session: Session) -> str:
        """Engine and version in one line."""
