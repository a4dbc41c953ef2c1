"""What stands against a plan: what cannot fit is refused, what is doubtful is said."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from benchruns.findings import Finding
from benchruns.units import GB
from benchruns.vocabulary import Regime

if TYPE_CHECKING:
    from benchruns.runs.plan.run_plan import RunPlan

REFUSED, CAUTION = "refused", "caution"
TIGHT_CONNECTIONS = 0.9  # of what may be taken; the rest is for other sessions
# Beyond the data itself a load takes room for its log and for sorting the indexes.
DISK_SHARE = 0.8
LARGE_BYTES = 1 * GB  # from here a full disk is worth a warning of its own
LONG_LOAD_SECONDS = 3600


class Problem(Finding):
    """``refused`` cannot fit and fails the run in preflight; ``caution`` is doubtful."""

    __slots__ = ()

    @property
    def is_refused(self) -> bool:
        return self.severity == REFUSED


def find(plan: "RunPlan") -> Iterator[Problem]:
    yield from _of_connections(plan)
    yield from _of_statements(plan)
    yield from _of_warehouses(plan)
    if not plan.is_loaded:
        yield from _of_disk(plan)
        yield from _of_time(plan)
    yield from _of_regime(plan)
    if plan.is_custom:
        yield _doubtful("own_script")
    if plan.unserved is not None:
        yield _doubtful("no_generator", **asdict(plan.unserved))
    if not plan.is_checked:
        yield _doubtful("not_checked")


def _of_connections(plan: "RunPlan") -> Iterator[Problem]:
    limit, reserved = plan.max_connections, plan.reserved_connections
    if limit is None:
        return
    if plan.measuring_connections > limit:
        yield _refused(
            "too_many_threads",
            threads=plan.threads,
            load="threads" if plan.size.warehouses is None else "virtual_users",
            connections=plan.measuring_connections,
            limit=limit,
            reserved=reserved,
        )
    elif plan.connections > limit:
        yield _refused(
            "too_many_loaders",
            connections=plan.connections,
            limit=limit,
            reserved=reserved,
        )
    elif plan.connections > limit * TIGHT_CONNECTIONS:
        yield _doubtful(
            "few_connections_left", connections=plan.connections, limit=limit
        )


def _of_statements(plan: "RunPlan") -> Iterator[Problem]:
    limit, wanted = plan.max_prepared_statements, plan.prepared_statements
    if limit is not None and wanted > limit:
        yield _refused(
            "too_many_statements",
            threads=plan.threads,
            statements=wanted,
            tables=plan.size.tables,
            limit=limit,
        )


def _of_warehouses(plan: "RunPlan") -> Iterator[Problem]:
    """Said alone: the papers ran 10 warehouses with as many users as gave the most.

    Users that wait most of their time seldom meet.
    """
    warehouses = plan.size.warehouses
    if warehouses is not None and plan.threads > warehouses and not plan.has_waits:
        yield _doubtful(
            "virtual_users_over_warehouses",
            virtual_users=plan.threads,
            warehouses=warehouses,
        )


def _of_disk(plan: "RunPlan") -> Iterator[Problem]:
    free, data = plan.free_disk_bytes, plan.reported_bytes
    if free is None:
        if data >= LARGE_BYTES:
            yield _doubtful("disk_unknown", data_bytes=data)
    elif data > free:
        yield _refused("disk_too_small", data_bytes=data, free_bytes=free)
    elif data > free * DISK_SHARE:
        yield _doubtful("little_disk_left", data_bytes=data, free_bytes=free)


def _of_time(plan: "RunPlan") -> Iterator[Problem]:
    if plan.load_seconds >= LONG_LOAD_SECONDS:
        yield _doubtful("long_load", load_seconds=plan.load_seconds)


def _of_regime(plan: "RunPlan") -> Iterator[Problem]:
    """Said where the sizes are clear: mixed may turn out as either."""
    found, wanted, ratio = (
        plan.expected_regime,
        plan.wanted_regime,
        plan.data_over_buffer,
    )
    if found is None or wanted is None or ratio is None:
        return
    if Regime.MIXED not in {found, wanted} and found != wanted:
        yield _doubtful(
            "other_regime",
            data_over_buffer=ratio,
            found=found.value,
            wanted=wanted,
            is_published=plan.is_regime_published,
        )


def _refused(code: str, **values: Any) -> Problem:
    return Problem(code=code, severity=REFUSED, values=values)


def _doubtful(code: str, **values: Any) -> Problem:
    return Problem(code=code, severity=CAUTION, values=values)
