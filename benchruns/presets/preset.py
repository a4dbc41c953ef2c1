"""The presets of an endpoint: sized for the buffer that its last check found."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from benchruns.engines import ENGINES
from benchruns.models import Endpoint
from benchruns.presets.size import RATIOS, sized
from benchruns.runs import plan as run_plan
from benchruns.runs.plan import RunPlan
from benchruns.units import GB
from benchruns.workloads import Workload

ASSUMED_BUFFER_BYTES = 1 * GB


class Basis(StrEnum):
    """Where a buffer is known from: a check, the registered memory, or from nowhere."""

    CHECKED = "checked"
    MEMORY = "memory"
    ASSUMED = "assumed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Buffer:
    """What a preset's data is sized for."""

    size_bytes: int
    basis: Basis
    memory_gb: float | None = None  # where it was taken from that


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """Parameters to start from, and what a run with them would create and take.

    ``is_sized`` where its data follows the ``buffer``.
    """

    name: str
    parameters: Mapping[str, Any]
    plan: RunPlan
    buffer: Buffer
    is_sized: bool

    @property
    def data_over_buffer(self) -> float:
        return self.plan.data_bytes / self.buffer.size_bytes


def of_endpoint(endpoint: Endpoint | None, workload: Workload) -> list[Preset]:
    """Those of a workload, in its order; for no endpoint, or one whose engine the
    workload does not run on, none."""
    if endpoint is None:
        return []
    family = ENGINES[endpoint.engine].family
    if family not in workload.families:
        return []
    server = run_plan.server_found(endpoint)
    found = buffer_of(endpoint, server)
    limit = run_plan.usable_connections(server)
    rate = run_plan.load_rate(endpoint, workload)
    overhead = run_plan.overhead_of(endpoint, workload)
    presets = []
    for name in workload.presets:
        parameters = sized(
            workload,
            name,
            family=family,
            buffer_bytes=found.size_bytes,
            most_connections=None
            if limit is None
            else limit - run_plan.spare_connections(workload),
        )
        plan = run_plan.plan_of(
            workload,
            parameters,
            family=family,
            server=server,
            measured_rate=rate,
            overhead=overhead,
        )
        is_sized = name in RATIOS and bool(workload.sized_by)
        presets.append(
            Preset(
                name=name,
                parameters=parameters,
                plan=plan,
                buffer=found,
                is_sized=is_sized,
            )
        )
    return presets


def buffer_of(endpoint: Endpoint, server: Mapping[str, Any]) -> Buffer:
    """As ``server``, what a check found, has it; else as far as it can be told."""
    if found := server.get("buffer_bytes"):
        return Buffer(size_bytes=found, basis=Basis.CHECKED)
    memory_gb = (endpoint.instance_class or endpoint).memory_gb
    if memory_gb:
        share = ENGINES[endpoint.engine].family.assumed_buffer_share
        size_bytes = round(memory_gb * share * GB)
        return Buffer(size_bytes=size_bytes, basis=Basis.MEMORY, memory_gb=memory_gb)
    return Buffer(size_bytes=ASSUMED_BUFFER_BYTES, basis=Basis.ASSUMED)
