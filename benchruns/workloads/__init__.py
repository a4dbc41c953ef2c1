"""The registry of workloads: every load that a run can execute."""

from benchruns.workloads.base import Parameter, ParameterError, Workload
from benchruns.workloads.sysbench import (
    OLTP_READ_ONLY,
    OLTP_READ_WRITE,
    OLTP_WRITE_ONLY,
)

WORKLOADS = {
    workload.name: workload
    for workload in (OLTP_READ_WRITE, OLTP_READ_ONLY, OLTP_WRITE_ONLY)
}

__all__ = ["WORKLOADS", "Parameter", "ParameterError", "Workload"]
