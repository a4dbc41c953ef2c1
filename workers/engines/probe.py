"""What every probe can tell and do, whatever the engine."""

import re
import statistics
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from types import TracebackType
from typing import Any, LiteralString, Self

from benchruns.evidence import server_bounds
from benchruns.evidence.waits import HotRow
from workers.engines.variables import Variables

# Names of Benchbook's own; they are put into SQL, so nothing else gets past here.
_WORKSPACE = re.compile(r"benchbook_[0-9a-f_]{1,50}", re.ASCII)
_TABLE = re.compile(r"[a-z_][a-z0-9_]{0,62}", re.ASCII)

ROUND_TRIPS = 5
LONG_STATEMENT_SECONDS = 600  # dropping large tables
READING_SECONDS = 4 * 3600  # all of a large data set; whoever waits can end it
COUNTED_ROWS = 250_000  # at once: seconds at most, even from a slow disk


# Totals of the tables of a load alone, where the server counts them.
TABLE_TOTALS = ("table_requests", "table_misses")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerFacts:
    """The server as found; None is not known, as is what no server has.

    Of ``tls_in_use`` None says that there is none, unless ``is_tls_known`` is false.
    """

    engine: str  # mysql, mariadb, postgresql or sqlserver, by its own word
    version: str  # "10.11.19"; empty where it tells none
    release: str  # the release line: "10.11", "8.0", "15", "2022"; or empty
    buffer_bytes: int | None
    max_connections: int | None
    durability: Mapping[str, str]
    tls_in_use: str | None  # protocol and cipher of the probe's own connection
    free_disk_bytes: int | None = None  # where the workload's tables will lie
    settings: Mapping[str, str] = field(default_factory=dict)
    edition: str = ""  # of SQL Server, by its own word: "Developer Edition (64-bit)"
    # privileges without which the counters of a run cannot be read
    missing_for_counters: tuple[str, ...] = ()
    is_tls_known: bool = True

    def __post_init__(self) -> None:
        told = {each.name: getattr(self, each.name) for each in fields(self)}
        for name, value in server_bounds.bounded(told).items():
            object.__setattr__(self, name, value)

    def as_json(self) -> dict[str, Any]:  # as JSON has it
        """As it is kept and told: null is no TLS, and not known has no ``tls_in_use``."""
        told = asdict(self)
        if not told.pop("is_tls_known"):
            del told["tls_in_use"]
        return told

    @property
    def wildcards_are_literal(self) -> bool:
        """Whether a grant on ``benchbook\\_%`` is one on a database of that very name."""
        return self.settings.get("partial_revokes") == "ON"

    @property
    def reserved_connections(self) -> int:
        """Those that PostgreSQL keeps for its administrators."""
        return sum(
            server_bounds.whole(self.settings.get(name)) or 0
            for name in ("superuser_reserved_connections", "reserved_connections")
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerCounters:
    """What the server counts, under names that engines share.

    ``totals`` only grow, ``levels`` are as they are now. ``buffer_requests`` are pages
    asked of the buffer, ``buffer_misses`` those that it had to read. ``since`` are the
    times in seconds, on clocks of the engine's choice, from which totals count: where
    one of them moved, totals were reset.
    """

    totals: Mapping[str, float] = field(default_factory=dict)
    levels: Mapping[str, float] = field(default_factory=dict)
    since: Mapping[str, float] = field(default_factory=dict)

    def with_totals(self, others: Mapping[str, float]) -> Self:
        return replace(self, totals={**self.totals, **others})


def checked_workspace(name: str) -> str:
    """The name, if it is one of Benchbook's own; ValueError (a bug) otherwise."""
    if _WORKSPACE.fullmatch(name) is None:
        raise ValueError(f"not the name of a workspace: {name!r}")
    return name


def checked_table(name: str) -> str:
    """The name, if a workload's table or column may have it; ValueError otherwise."""
    if _TABLE.fullmatch(name) is None:
        raise ValueError(f"not the name of a workload's table: {name!r}")
    return name


class Probe(ABC):
    """One connection to a server; every driver error leaves as a BenchbookError.

    A ``workspace`` is a database (PostgreSQL: a schema) of Benchbook's own; None means
    the endpoint's own database. ``count`` is SQL that counts rows, however many.
    ``reads_one_moment``: all that a statement reads was committed when it began.
    """

    count: str = "COUNT(*)"
    reads_one_moment: bool = True

    @abstractmethod
    def facts(self) -> ServerFacts:
        """What the server says of itself."""

    @abstractmethod
    def variables(self) -> Variables:
        """All that the server tells of how it is set."""

    @abstractmethod
    def missing_privileges(self, *, own_space: bool) -> tuple[str, ...]:
        """What the account lacks to run in a workspace of its own, or without one.

        Nothing is created to find out: it could be left behind.
        """

    def missing_for_routines(self) -> tuple[str, ...]:
        """What it lacks besides to create stored routines in a workspace of its own."""
        return ()

    @abstractmethod
    def create_workspace(self, name: str) -> None: ...

    @abstractmethod
    def drop_workspace(self, name: str) -> None:
        """Drop it and everything in it; nothing happens if it does not exist."""

    @abstractmethod
    def workspace_exists(self, name: str) -> bool: ...

    @abstractmethod
    def existing_tables(
        self, names: Iterable[str], *, workspace: str | None
    ) -> tuple[str, ...]:
        """Which of these names are taken, by a table or anything like one."""

    @abstractmethod
    def create_marker(self, name: str, *, workspace: str | None, mark: str) -> None:
        """An empty table of this name, which carries the mark from its beginning on."""

    @abstractmethod
    def marked_tables(self, names: Iterable[str], *, mark: str) -> tuple[str, ...]:
        """Which of these names mean, in the target's own database, tables of the mark."""

    @abstractmethod
    def drop_marked_tables(self, names: Iterable[str], *, mark: str) -> tuple[str, ...]:
        """Drop, in the target's own database, those tables that carry the mark.

        A table of the same name without it is a user's, and stays; so does one that
        takes the name while the others are being dropped.
        """

    def create_marked_tables(
        self, definitions: Mapping[str, LiteralString], *, mark: str
    ) -> None:
        """All of them (name -> columns) or none, in the target's own database.

        Each carries the mark before anybody else can see it. Of PostgreSQL alone.
        """
        raise NotImplementedError

    def count_all(self, table: str, *, workspace: str | None) -> int:
        """The rows of a table without a key, in one statement. Of PostgreSQL alone."""
        raise NotImplementedError

    @abstractmethod
    def take_turn(self) -> bool:
        """Whether this connection now has the turn to drop what runs left, to its end.

        One connection at a time has it on a server (PostgreSQL: in a database).
        """

    def row_count(
        self,
        table: str,
        *,
        workspace: str | None,
        key: str = "id",
        go_on: Callable[[], None] = lambda: None,
    ) -> int:
        """The rows of a workload's table, counted part by part along its ``key``.

        ``go_on`` is called before each part; it raises to stop.
        """
        rows = 0
        last_id: int | None = 0  # ids count from 1
        while last_id is not None:
            go_on()
            counted, last_id = self._count_after(
                last_id, table, workspace=workspace, key=key, most=COUNTED_ROWS
            )
            rows += counted
        return rows

    @abstractmethod
    def cell(
        self, table: str, column: str, *, id: int, workspace: str | None
    ) -> int | None:
        """A whole number of the row with this id; None if there is no such row."""

    @abstractmethod
    def rows(
        self, statement: str, *, workspace: str, go_on: Callable[[], None]
    ) -> list[tuple[Any, ...]]:  # typed by the statement
        """What a statement of Benchbook's own answers, which only reads and may be long.

        Tables without a database are those of the workspace. ``go_on`` is called while
        it lasts; when it raises, the statement is ended on the server, and the probe is
        of no more use.
        """

    @abstractmethod
    def data_bytes(self, tables: Iterable[str], *, workspace: str | None) -> int | None:
        """Data and indexes of these tables; None if the server does not tell."""

    @abstractmethod
    def counters(self) -> ServerCounters:
        """The server's counters, as cheap as can be: they are read every second."""

    @abstractmethod
    def table_counters(
        self, tables: Iterable[str], *, workspace: str | None
    ) -> ServerCounters:
        """What it counts of these tables alone; empty where it does not."""

    def waits(self) -> Mapping[str, int] | None:
        """How many sessions of this account are in which wait now, but for this one.

        Those that the server waits for are not among them. By ``evidence.waits.Wait``;
        None of a server that does not tell.
        """
        return None

    def hot_row(
        self, tables: Collection[str], *, workspace: str | None
    ) -> HotRow | None:
        """The row of these tables that most sessions wait for now, if it is shown."""
        return None

    def server_pid(self) -> int | None:
        """The process that answers for the server, where that is proved to run here."""
        return None

    @property
    def late_seconds(self) -> float:
        """How long the counters may lag behind a session that has ended."""
        return 0.0

    @abstractmethod
    def _count_after(
        self, first_id: int, table: str, *, workspace: str | None, key: str, most: int
    ) -> tuple[int, int | None]:
        """The next rows, ``most`` or fewer, and the last ``key``; None if none is left."""

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def _ping(self) -> None:
        """The smallest question there is."""

    def round_trip_ms(self) -> float:
        """The median of a few of the smallest questions."""
        return statistics.median(self.ping_ms() for _ in range(ROUND_TRIPS))

    def ping_ms(self) -> float:
        """One smallest question, less the time that this process worked on it."""
        started, worked = time.perf_counter(), time.thread_time()
        self._ping()
        worked = time.thread_time() - worked
        return max(time.perf_counter() - started - worked, 0.0) * 1000

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
