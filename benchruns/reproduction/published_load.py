"""What a published row states of its load: its parameters, and how much data they are."""

from collections.abc import Mapping
from typing import Any

from benchruns.engines import ENGINES
from benchruns.models import Result
from benchruns.units import GB
from benchruns.workloads import WORKLOADS, Workload
from benchruns.workloads.size import Size

# What managed services give the buffer of their memory where they print no size; of SQL
# Server what its manual advises for max server memory.
# What is divided or sized, whichever of them a workload has.
SIZES = ("table_size", "scale", "warehouses")


def parameters_printed(published: Result, workload: Workload) -> dict[str, int]:
    """The workload's parameters as the row or its campaign prints them."""
    campaign = published.campaign
    known = {
        "tables": published.tables,
        "table_size": published.table_size,
        "scale": published.scale,
        "warehouses": published.scale,  # the unit of another workload's scale
        "hot_records": published.hot_records,
        workload.load: published.threads,
        "jobs": published.threads,  # the papers have -j as large as -c
        "duration_seconds": campaign.duration_seconds if campaign else None,
    }
    names = {parameter.name for parameter in workload.parameters}
    return {
        name: value
        for name, value in known.items()
        if name in names and value is not None
    }


def parameters_stated(published: Result, workload: Workload) -> dict[str, int]:
    """The same without jobs, which follow the clients by themselves."""
    printed = parameters_printed(published, workload)
    return {name: value for name, value in printed.items() if name != "jobs"}


def essentials(workload: Workload) -> tuple[str, ...]:
    """What makes a load what it is: without these a figure cannot be repeated."""
    sizes = ("tables", "table_size", "scale", "hot_records", "warehouses")
    times = ("rampup_seconds", "duration_seconds")
    names = {parameter.name for parameter in workload.parameters}
    return tuple(name for name in (*sizes, workload.load, *times) if name in names)


def has_sizes(workload: Workload) -> bool:
    """Whether its data can be made larger or smaller at all."""
    return any(parameter.name in SIZES for parameter in workload.parameters)


def size_of(workload: Workload, sizes: Mapping[str, Any]) -> Size:
    return workload.size({**defaults(workload), **sizes})


def defaults(workload: Workload) -> dict[str, Any]:
    return {parameter.name: parameter.default for parameter in workload.parameters}


def published_ratio(published: Result) -> float | None:
    """Data over buffer of a published row; None where it states no size or memory.

    The papers print no buffer: it is taken as the share of memory that the engine's
    buffer usually has.
    """
    share = ENGINES[published.engine].family.assumed_buffer_share
    data_bytes = published_data_bytes(published)
    if data_bytes is None or not published.memory_gb:
        return None
    return data_bytes / (published.memory_gb * GB * share)


def published_data_bytes(published: Result) -> int | None:
    """As printed, else the estimate that every page, file and comparison has of it."""
    if published.data_bytes is not None:
        return published.data_bytes
    return estimated_data_bytes(published)


def estimated_data_bytes(result: Result) -> int | None:
    """By the number of rows alike on all engines, else about what its tables take.

    None without a size, of a load on one row, and on an engine on which the workload was
    never sized.
    """
    workload = WORKLOADS.get(result.workload)
    is_sized = result.rows is not None or result.scale is not None
    if workload is None or workload.is_one_row or not is_sized:
        return None
    estimated = workload.estimated_bytes(result.rows)
    if estimated is not None:
        return estimated
    size = size_of(workload, parameters_stated(result, workload))
    family = ENGINES[result.engine].family
    return size.data_bytes(family) if size.is_known_on(family) else None
