"""What a run would create and take, before it starts.

Estimates, from the registry's measured bytes a row and from what the last check found
of the server. What cannot fit is refused, what is doubtful is said.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext as _

from benchruns.models import DataSet, Endpoint
from benchruns.units import GB
from benchruns.vocabulary import Regime
from benchruns.workloads import WORKLOADS, Workload
from benchruns.workloads.size import Size

ROWS_LOADED_A_SECOND = 50_000  # a cautious guess: over a network it may be less
SPARE_CONNECTIONS = 1  # the probe's own
# Data below this share of the buffer stays in it; above the other most reads miss it.
FITS, MISSES = 0.8, 2.0
# Beyond the data itself a load takes room for its log and for sorting the indexes.
DISK_SHARE = 0.8
LARGE_BYTES = 1 * GB  # from here a full disk is worth a warning of its own
LONG_LOAD_SECONDS = 3600
MEASURABLE_SECONDS = 0.5  # a shorter load tells more of connecting than of loading
TIGHT_CONNECTIONS = 0.9  # of what may be taken; the rest is for other sessions


def connections_for(threads: int) -> int:
    """What a run takes of the server's ``max_connections``."""
    return threads + SPARE_CONNECTIONS


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """``is_refused`` cannot fit and fails the run in preflight; else it is doubtful."""

    code: str
    is_refused: bool
    message: str
    remedy: str

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Climb:
    """How often a plan's run is measured: the runs of a sweep share one data set."""

    runs: int = 1
    settle_seconds: int = 0
    most_threads: int | None = None  # of all its runs; None: the parameters' own


ONCE = Climb()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPlan:
    """Estimates. What no check has told of the server is null.

    ``max_connections`` are those that a run may take. ``is_loaded`` where a kept data
    set will be used, ``is_rate_measured`` where ``rows_loaded_a_second`` is that of
    the last load on the endpoint.
    """

    size: Size
    row_bytes: float
    data_bytes: int
    warmup_seconds: int
    duration_seconds: int
    connections: int
    buffer_bytes: int | None
    max_connections: int | None
    free_disk_bytes: int | None = None
    is_checked: bool = True
    is_loaded: bool = False
    rows_loaded_a_second: int = ROWS_LOADED_A_SECOND
    is_rate_measured: bool = False
    climb: Climb = ONCE

    @property
    def rows(self) -> int:
        return self.size.rows

    @property
    def load_seconds(self) -> float:
        return 0.0 if self.is_loaded else self.rows / self.rows_loaded_a_second

    @property
    def total_seconds(self) -> float:
        once = self.climb.settle_seconds + self.warmup_seconds + self.duration_seconds
        return self.load_seconds + self.climb.runs * once

    @property
    def data_over_buffer(self) -> float | None:
        return self.data_bytes / self.buffer_bytes if self.buffer_bytes else None

    @property
    def expected_regime(self) -> Regime | None:
        """By the size of the data alone; None while the buffer is not known."""
        if self.data_over_buffer is None:
            return None
        if self.data_over_buffer < FITS:
            return Regime.CACHED
        return Regime.DISK_IO if self.data_over_buffer > MISSES else Regime.MIXED

    @property
    def problems(self) -> list[Problem]:
        """What cannot fit first, then what is doubtful."""
        found = [*self._of_connections(), *self._of_disk(), *self._of_time()]
        if not self.is_checked:
            found.append(_unchecked())
        return sorted(found, key=lambda problem: not problem.is_refused)

    @property
    def refusals(self) -> list[Problem]:
        return [problem for problem in self.problems if problem.is_refused]

    def _of_connections(self) -> Iterator[Problem]:
        limit = self.max_connections
        if limit is None:
            return
        if self.connections > limit:
            yield Problem(
                code="too_many_threads",
                is_refused=True,
                message=_(
                    "%(threads)s threads need %(connections)s connections, and the "
                    "server lets a run have %(limit)s."
                )
                % {
                    "threads": f"{self.connections - SPARE_CONNECTIONS:,}",
                    "connections": f"{self.connections:,}",
                    "limit": f"{limit:,}",
                },
                remedy=_("Use fewer threads, or raise max_connections."),
            )
        elif self.connections > limit * TIGHT_CONNECTIONS:
            yield Problem(
                code="few_connections_left",
                is_refused=False,
                message=_("The run takes %(taken)s of %(limit)s connections.")
                % {"taken": f"{self.connections:,}", "limit": f"{limit:,}"},
                remedy=_(
                    "See that nothing else needs more than the rest, or the run fails."
                ),
            )

    def _of_disk(self) -> Iterator[Problem]:
        if self.is_loaded:
            return
        free = self.free_disk_bytes
        if free is None:
            if self.data_bytes >= LARGE_BYTES:
                yield Problem(
                    code="disk_unknown",
                    is_refused=False,
                    message=_(
                        "The server does not tell how much disk is free, and the data "
                        "takes about %(data)s GB."
                    )
                    % {"data": _gb(self.data_bytes)},
                    remedy=_("See that its disk has this much, and a quarter more."),
                )
        elif self.data_bytes > free:
            yield Problem(
                code="disk_too_small",
                is_refused=True,
                message=_(
                    "The data takes about %(data)s GB, and the server's disk has "
                    "%(free)s GB free."
                )
                % {"data": _gb(self.data_bytes), "free": _gb(free)},
                remedy=_("Use fewer rows, or free space on the server."),
            )
        elif self.data_bytes > free * DISK_SHARE:
            yield Problem(
                code="little_disk_left",
                is_refused=False,
                message=_(
                    "The data takes about %(data)s GB of the %(free)s GB that are free "
                    "on the server's disk; a load needs room for its log, too."
                )
                % {"data": _gb(self.data_bytes), "free": _gb(free)},
                remedy=_("Use fewer rows, or free space on the server."),
            )

    def _of_time(self) -> Iterator[Problem]:
        if self.load_seconds >= LONG_LOAD_SECONDS:
            yield Problem(
                code="long_load",
                is_refused=False,
                message=_("Loading the data takes about %(hours)s hours.")
                % {"hours": f"{self.load_seconds / 3600:,.1f}"},
                remedy=_("Use fewer rows, or keep the data for later runs."),
            )


def _unchecked() -> Problem:
    return Problem(
        code="not_checked",
        is_refused=False,
        message=_(
            "No check has reached the server: its buffer, connections and disk are "
            "not known."
        ),
        remedy=_("Check the endpoint, then plan again."),
    )


def _gb(size: int) -> str:
    return f"{size / GB:,.3g}" if size < 1000 * GB else f"{size / GB:,.0f}"


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
    family: str,
    server: Mapping[str, Any],
    climb: Climb = ONCE,
    is_loaded: bool = False,
    measured_rate: int | None = None,
) -> RunPlan:
    """The plan for cleaned parameters; ``server`` is what a check found, or empty.

    ``measured_rate`` are the rows a second of an earlier load, see ``load_rate``.
    """
    size = workload.size(parameters)
    return RunPlan(
        size=size,
        row_bytes=size.row_bytes[family],
        data_bytes=size.data_bytes(family),
        warmup_seconds=parameters["warmup_seconds"],
        duration_seconds=parameters["duration_seconds"],
        connections=connections_for(climb.most_threads or workload.threads(parameters)),
        buffer_bytes=server.get("buffer_bytes"),
        max_connections=_usable_connections(server),
        free_disk_bytes=server.get("free_disk_bytes"),
        is_checked=bool(server),
        is_loaded=is_loaded,
        rows_loaded_a_second=measured_rate or ROWS_LOADED_A_SECOND,
        is_rate_measured=measured_rate is not None,
        climb=climb,
    )


def load_rate(endpoint: Endpoint, workload: Workload) -> int | None:
    """Rows a second of the last load by the same tool on this endpoint; None before."""
    loads = DataSet.objects.filter(
        endpoint=endpoint, is_ready=True, load_seconds__gte=MEASURABLE_SECONDS
    )
    for last in loads.order_by("-created_at")[:20]:
        known = WORKLOADS.get(last.workload)
        if known is not None and known.tool == workload.tool and last.rows:
            return max(1, round(last.rows / (last.load_seconds or 1)))
    return None


def _usable_connections(server: Mapping[str, Any]) -> int | None:
    """Without those that the server keeps for its administrators."""
    limit: int | None = server.get("max_connections")
    return None if limit is None else limit - server.get("reserved_connections", 0)
