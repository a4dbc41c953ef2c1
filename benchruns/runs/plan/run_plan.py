"""What a run would create and take, before it starts.

Estimates, from the registry's measured bytes a row and from what the last check found
of the server. What cannot fit is refused, what is doubtful is said.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from benchruns.engines import Family
from benchruns.evidence.server_bounds import whole
from benchruns.generators.routes import Wanted
from benchruns.models import Endpoint
from benchruns.runs.plan import problems as plan_problems
from benchruns.runs.plan.problems import Problem
from benchruns.vocabulary import Regime
from benchruns.workloads import Workload, lead_seconds
from benchruns.workloads.size import MORE_REPORTED, Size

# Cautious. Measured with 2 CPUs for tool and server: sysbench 86,000 (one table) to
# 178,000 (four), pgbench 750,000, benchbook-tpcc 52,000 on MariaDB and 170,000 on
# PostgreSQL. A network or data beyond the buffer makes it slower.
ROWS_A_SECOND = {"sysbench": 50_000, "pgbench": 200_000, "benchbook-tpcc": 40_000}
PROBE_CONNECTIONS = 1  # it watches the server while the tool works
# Measured with 2 CPUs for tool and server, of up to four tables of sysbench and pgbench:
# 0.4 to 1.9, 2.0 to 4.1, 1.0 to 2.2. ``earlier_runs`` says what counts.
PREFLIGHT_SECONDS, LOADING_SECONDS, REUSING_SECONDS = 1.0, 3.0, 1.5
# Data below this share of the buffer stays in it; above the other most reads miss it.
FITS, MISSES = 0.8, 2.0
_MEMORY = re.compile(r"(\d+)(B|kB|MB|GB|TB)", re.ASCII)  # as PostgreSQL shows it
_UNITS = {"B": 1, "kB": 2**10, "MB": 2**20, "GB": 2**30, "TB": 2**40}


@dataclass(frozen=True, slots=True, kw_only=True)
class Climb:
    """How often a plan's run is measured: the runs of a sweep share one data set."""

    runs: int = 1
    settle_seconds: int = 0
    most_threads: int | None = None  # of all its runs; None: the parameters' own


ONCE = Climb()


@dataclass(frozen=True, slots=True, kw_only=True)
class Overhead:
    """Seconds of a run beside loading, pauses and load: ``preflight`` looks at the server;
    the rest makes and drops tables, starts and ends the tool. It is ``loading`` of a run with
    data of its own, ``reusing`` of one with data that is there. None: nothing is known."""

    preflight: float | None = None
    loading: float | None = None
    reusing: float | None = None


NOTHING_MEASURED = Overhead()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPlan:
    """Estimates. What no check has told of the server is null.

    ``max_connections`` are those that a run may take, without the reserved ones.
    ``os_cache_bytes`` is what PostgreSQL is told of the memory that holds its data,
    its buffer included.
    ``threads`` load the server at the same time; ``measuring_connections`` are theirs
    with the probe's and those of the tool's own counting. ``connections`` are those that
    the run has at most, while it loads its data or measures.
    ``is_loaded`` where a kept data set will be used, ``is_rate_measured`` where
    ``rows_loaded_a_second`` is that of the last load on the endpoint.
    ``wanted_regime`` is the one that is to be measured, if any, ``is_regime_published``
    where it is that of a row to be repeated. ``has_waits`` where the
    load's users wait before and after each transaction, ``is_custom`` where a script of
    the operator's own is its transaction. ``unserved`` is what is asked for
    that the load generators which are there cannot serve.
    """

    size: Size
    row_bytes: float
    table_bytes: float
    data_bytes: int
    reported_bytes: int
    warmup_seconds: int
    duration_seconds: int
    threads: int
    measuring_connections: int
    connections: int
    buffer_bytes: int | None
    max_connections: int | None
    rows_loaded_a_second: int
    reserved_connections: int = 0
    prepared_statements: int = 0
    max_prepared_statements: int | None = None
    os_cache_bytes: int | None = None
    free_disk_bytes: int | None = None
    is_checked: bool = True
    is_loaded: bool = False
    is_rate_measured: bool = False
    climb: Climb = ONCE
    overhead: Overhead = NOTHING_MEASURED
    wanted_regime: str | None = None
    is_regime_published: bool = False
    has_waits: bool = False
    is_custom: bool = False
    unserved: Wanted | None = None

    @property
    def rows(self) -> int:
        return self.size.rows

    @property
    def load_seconds(self) -> float:
        return 0.0 if self.is_loaded else self.rows / self.rows_loaded_a_second

    @property
    def preflight_seconds(self) -> float:
        """Of all its runs."""
        return self.climb.runs * _known(self.overhead.preflight, PREFLIGHT_SECONDS)

    @property
    def setup_seconds(self) -> float:
        """Of all its runs: making and dropping tables, starting and ending the tool."""
        again = _known(self.overhead.reusing, REUSING_SECONDS)
        first = _known(self.overhead.loading, LOADING_SECONDS)
        return (again if self.is_loaded else first) + (self.climb.runs - 1) * again

    @property
    def is_overhead_measured(self) -> bool:
        """Whether earlier runs on the endpoint took as long for all that the plan has of it."""
        found = self.overhead
        used = [found.preflight, found.reusing if self.is_loaded else found.loading]
        if self.climb.runs > 1:
            used.append(found.reusing)
        return None not in used

    @property
    def total_seconds(self) -> float:
        once = self.climb.settle_seconds + self.warmup_seconds + self.duration_seconds
        beside = self.preflight_seconds + self.setup_seconds
        return self.load_seconds + self.climb.runs * once + beside

    @property
    def is_more_reported(self) -> bool:
        """Whether the server will call its data larger than what the tables hold."""
        return self.reported_bytes > MORE_REPORTED * self.data_bytes

    @property
    def data_over_buffer(self) -> float | None:
        return self.data_bytes / self.buffer_bytes if self.buffer_bytes else None

    @property
    def reported_over_buffer(self) -> float | None:
        """As the run will state it."""
        return self.reported_bytes / self.buffer_bytes if self.buffer_bytes else None

    @property
    def expected_regime(self) -> Regime | None:
        """By the size of the data alone; None while the buffer is not known."""
        if self.data_over_buffer is None:
            return None
        if self.data_over_buffer < FITS:
            return Regime.CACHED
        if self.os_cache_bytes and self.data_bytes < self.os_cache_bytes * FITS:
            return Regime.OS_CACHE
        return Regime.DISK_IO if self.data_over_buffer > MISSES else Regime.MIXED

    @property
    def problems(self) -> list[Problem]:
        """What cannot fit first, then what is doubtful."""
        return sorted(plan_problems.find(self), key=lambda each: not each.is_refused)

    @property
    def refusals(self) -> list[Problem]:
        return [problem for problem in self.problems if problem.is_refused]

    @property
    def cautions(self) -> list[Problem]:
        return [problem for problem in self.problems if not problem.is_refused]


def server_found(endpoint: Endpoint) -> Mapping[str, Any]:
    """What the last check that reached the server found; empty if none ever did.

    A later check that failed makes it no less likely: a changed connection forgets all.
    """
    reached = endpoint.checks.filter(finished_at__isnull=False).exclude(server={})
    return reached.values_list("server", flat=True).first() or {}


def plan_of(
    workload: Workload,
    parameters: Mapping[str, Any],
    *,
    family: Family,
    server: Mapping[str, Any],
    climb: Climb = ONCE,
    is_loaded: bool = False,
    measured_rate: int | None = None,
    overhead: Overhead = NOTHING_MEASURED,
    wanted_regime: str | None = None,
    is_regime_published: bool = False,
    unserved: Wanted | None = None,
) -> RunPlan:
    """The plan for cleaned parameters; ``server`` is what a check found, or empty.

    ``measured_rate`` are the rows a second of an earlier load, see ``load_rate``; ``overhead``
    is that of earlier runs, see ``overhead_of``.
    """
    threads = climb.most_threads or workload.threads(parameters)
    size = workload.size(parameters)
    measuring = threads + spare_connections(workload)
    loading = 0 if is_loaded else size.loading_connections + PROBE_CONNECTIONS
    return RunPlan(
        size=size,
        row_bytes=size.row_bytes(family),
        table_bytes=size.table_bytes(family),
        data_bytes=size.data_bytes(family),
        # two estimates of one disk, which has room for what is on it
        reported_bytes=max(size.reported_bytes(family), size.data_bytes(family)),
        warmup_seconds=lead_seconds(parameters),
        duration_seconds=parameters["duration_seconds"],
        threads=threads,
        measuring_connections=measuring,
        connections=max(measuring, loading),
        buffer_bytes=server.get("buffer_bytes"),
        prepared_statements=_prepared(workload, parameters, size, threads),
        max_prepared_statements=whole(
            server.get("settings", {}).get("max_prepared_stmt_count")
        ),
        os_cache_bytes=_os_cache_bytes(server),
        max_connections=usable_connections(server),
        reserved_connections=server.get("reserved_connections", 0),
        free_disk_bytes=server.get("free_disk_bytes"),
        is_checked=bool(server),
        is_loaded=is_loaded,
        rows_loaded_a_second=measured_rate or ROWS_A_SECOND[workload.tool],
        is_rate_measured=measured_rate is not None,
        climb=climb,
        overhead=overhead,
        wanted_regime=wanted_regime,
        is_regime_published=is_regime_published,
        has_waits=bool(parameters.get("keying_and_thinking")),
        is_custom=workload.is_custom,
        unserved=unserved,
    )


def spare_connections(workload: Workload) -> int:
    """What a run of it needs beside the connections that load the server."""
    return PROBE_CONNECTIONS + workload.counting_connections


def _known(measured: float | None, assumed: float) -> float:
    return assumed if measured is None else measured


def usable_connections(server: Mapping[str, Any]) -> int | None:
    """Without those that the server keeps for its administrators."""
    limit: int | None = server.get("max_connections")
    return None if limit is None else limit - server.get("reserved_connections", 0)


def _prepared(
    workload: Workload, parameters: Mapping[str, Any], size: Size, threads: int
) -> int:
    """Statements that all connections together prepare on the server.

    BEGIN and COMMIT are among them: on MariaDB both, on MySQL the second alone.
    """
    if not workload.prepared_a_table or not parameters.get("prepared_statements", True):
        return 0
    of_transaction = 0 if parameters.get("skip_trx") else workload.statements["other"]
    return threads * (workload.prepared_a_table * size.tables + of_transaction)


def _os_cache_bytes(server: Mapping[str, Any]) -> int | None:
    found = _MEMORY.fullmatch(
        server.get("settings", {}).get("effective_cache_size", "")
    )
    return int(found[1]) * _UNITS[found[2]] if found else None
