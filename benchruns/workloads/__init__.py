"""The registry of workloads: every load that a run can execute."""

from benchruns.workloads.base import (
    Parameter,
    ParameterError,
    Workload,
    lead_seconds,
)
from benchruns.workloads.hot_row import HOT_ROW_UPDATE
from benchruns.workloads.legacy import OLTP_LEGACY
from benchruns.workloads.pgbench import READ_ONLY, READ_WRITE
from benchruns.workloads.sysbench import (
    OLTP_READ_ONLY,
    OLTP_READ_WRITE,
    OLTP_WRITE_ONLY,
)
from benchruns.workloads.tpcc import TPCC

WORKLOADS = {
    workload.name: workload
    for workload in (
        OLTP_READ_WRITE,
        OLTP_READ_ONLY,
        OLTP_WRITE_ONLY,
        OLTP_LEGACY,
        HOT_ROW_UPDATE,
        READ_ONLY,
        READ_WRITE,
        TPCC,
    )
}

__all__ = ["WORKLOADS", "Parameter", "ParameterError", "Workload", "lead_seconds"]
