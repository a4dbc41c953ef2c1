"""What runs may do to a server at most, as its user agrees to it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from benchruns.engines import ENGINES, Family
from benchruns.models import Endpoint
from benchruns.runs.plan import server_found, usable_connections
from benchruns.workloads import WORKLOADS, Workload

LEADS = ("warmup_seconds", "rampup_seconds")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """``data_bytes`` are free on the server; null where no check has told."""

    data_bytes: int | None
    threads: int
    seconds: int

    def as_dict(self) -> dict[str, int | None]:
        return asdict(self)


def of_endpoint(endpoint: Endpoint) -> Bounds:
    return of_server(ENGINES[endpoint.engine].family, server_found(endpoint))


def of_server(family: Family, server: Mapping[str, Any]) -> Bounds:
    """``server`` is what the last check found, or empty."""
    workloads = [each for each in WORKLOADS.values() if family in each.families]
    threads = max(_most(each, each.load) for each in workloads)
    connections = usable_connections(server)
    return Bounds(
        data_bytes=server.get("free_disk_bytes"),
        threads=threads if connections is None else min(threads, connections),
        seconds=max(
            _most(each, "duration_seconds") + sum(_most(each, lead) for lead in LEADS)
            for each in workloads
        ),
    )


def _most(workload: Workload, name: str) -> int:
    """The registry's limit of a parameter; 0 for one that the workload has not."""
    limits = (each.maximum for each in workload.parameters if each.name == name)
    return int(next(limits, None) or 0)
