"""The figure that a load is known by: peaks are found by it, rows are told by it."""

from benchruns.engines import EngineName
from benchruns.workloads.tpcc import TPCC

SPEEDS = ("tps", "qps")
# TPM are what the papers print of SQL Server. Elsewhere they count the whole server,
# where NOPM count the load alone.
OF_TPCC = ("nopm", "tpm", "tps")
OF_TPCC_ON_SQLSERVER = ("tpm", "nopm", "tps")


def main_figures(workload: str, engine: str) -> tuple[str, ...]:
    """Names of figures; the first one that is known is the one to go by."""
    if workload != TPCC.name:
        return SPEEDS
    return OF_TPCC_ON_SQLSERVER if engine == EngineName.SQLSERVER else OF_TPCC
