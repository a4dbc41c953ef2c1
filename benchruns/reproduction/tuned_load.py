"""The loads to try where a paper prints a peak, and not the load that gave it.

Alibaba's SQL Server chapters raised the virtual users of each class until TPM no longer
grew, and print those TPM alone. So such a row is repeated by a ladder of virtual users,
whose peak is held against it.
"""

from dataclasses import dataclass

from benchruns.models import Result
from benchruns.reproduction.differences import Why
from benchruns.workloads import Workload
from benchruns.workloads.labels import has_kinds

# A user without waits keeps one CPU busy or waits for a lock or the log: eight a CPU
# leave none idle, and on 10 warehouses more of them wait for each other's locks.
USERS_A_VCPU = 8
FEWEST_AT_LAST = 16  # where CPUs are few, the wait for the log alone asks for so many
LAST_IF_UNKNOWN = 64
_WHY_ASSUMED = {
    "rampup_seconds": Why.RAMPUP_NOT_STATED,
    "duration_seconds": Why.DURATION_NOT_STATED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """What a server allows: its vCPUs, and connections that a load may have."""

    vcpus: int | None = None
    connections: int | None = None


NOTHING_KNOWN = Reach()


def is_tuned(published: Result) -> bool:
    """Whether its figure is the peak over loads that are not printed."""
    return has_kinds([published.workload]) and published.threads is None


def ladder(published: Result, workload: Workload, *, reach: Reach) -> tuple[int, ...]:
    """Loads from 1 on, each twice the one before; the last is what the server can use.

    Its own vCPUs count, or those of the published class where they are not known.
    """
    vcpus = reach.vcpus or published.vcpus
    wanted = max(FEWEST_AT_LAST, USERS_A_VCPU * vcpus) if vcpus else LAST_IF_UNKNOWN
    limits = (_maximum(workload), reach.connections)
    most = max(1, min(limit for limit in (wanted, *limits) if limit is not None))
    doublings = (2**step for step in range(most.bit_length()))
    return (*(load for load in doublings if load < most), most)


def _maximum(workload: Workload) -> int | None:
    limit = next(p.maximum for p in workload.parameters if p.name == workload.load)
    return None if limit is None else int(limit)


def why_assumed(name: str) -> Why | None:
    """Of a time that no paper of a tuned load prints; None for another parameter."""
    return _WHY_ASSUMED.get(name)
