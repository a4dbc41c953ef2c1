"""The command that measures a workload, before there is a run that keeps its own.

The same words in the same order as the worker gives the tool, with placeholders for
host, account and password; ``repeat_command`` makes the whole recipe of it.
"""

import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from benchruns.commands import tpcc as repeat_tpcc
from benchruns.engines import Family
from benchruns.workloads import Workload, tpcc
from benchruns.workloads.custom import script as custom
from benchruns.workloads.pgbench import hot_records, jobs
from benchruns.workloads.pgbench_scripts import SCRIPTS, script_of

REPORT_INTERVAL, PERCENTILE = 1, 95  # where the workload has no such parameters


def measuring_command(
    workload: Workload, parameters: Mapping[str, Any], *, family: Family
) -> str:
    """One shell line; ``parameters`` are cleaned."""
    if workload.tool == "pgbench":
        return shlex.join(_pgbench(workload, parameters))
    if workload.tool == tpcc.TOOL:
        return shlex.join(repeat_tpcc.measuring_words(parameters))
    return shlex.join(
        _sysbench(workload, parameters, driver=family.drivers[workload.tool][0])
    )


def _sysbench(
    workload: Workload, parameters: Mapping[str, Any], *, driver: str
) -> Iterator[str]:
    yield from ("sysbench", f"--{driver}-password=PASSWORD")
    yield workload.tool_script or f"./{custom.file_name(workload, parameters)}"
    yield f"--db-driver={driver}"
    for option in ("host", "port", "user", "db"):
        yield f"--{driver}-{option}={option.upper()}"
    for name in ("tables", "table_size"):
        if name in parameters:
            yield f"--{name}={parameters[name]}"
    yield f"--threads={parameters['threads']}"
    yield f"--time={parameters['duration_seconds']}"
    yield "--events=0"
    interval = parameters.get("report_interval_seconds", REPORT_INTERVAL)
    yield f"--report-interval={interval}"
    yield f"--percentile={parameters.get('percentile', PERCENTILE)}"
    yield "--histogram=on"
    if parameters.get("prepared_statements") is False:
        yield "--db-ps-mode=disable"
    if parameters.get("rate"):
        yield f"--rate={parameters['rate']}"
    yield "run"


def _pgbench(workload: Workload, parameters: Mapping[str, Any]) -> Iterator[str]:
    yield from ("pgbench", "-M", "prepared", "-n", "-r", "-P", "1")
    if workload.is_custom:
        yield from ("-f", custom.file_name(workload, parameters))
    else:
        yield from script_of(workload.name).words
    yield from ("-c", str(parameters["clients"]), "-j", str(jobs(parameters)))
    yield from ("-T", str(parameters["duration_seconds"]))
    yield from ("-D", f"scale={parameters['scale']}")
    if workload.name in SCRIPTS:
        yield from ("-D", f"range={hot_records(parameters)}")
    yield "-l"
    if parameters.get("rate"):
        yield f"--rate={parameters['rate']}"
