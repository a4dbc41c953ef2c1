"""The figure that a load is known by: peaks are found by it, rows are told by it."""

from benchruns.engines import ENGINES
from benchruns.workloads.tpcc import TPCC

SPEEDS = ("tps", "qps")
# TPM are what the papers print of SQL Server. Elsewhere they count the whole server,
# where NOPM count the load alone.
OF_TPCC = ("nopm", "tpm", "tps")
OF_TPCC_BY_COUNTER = ("tpm", "nopm", "tps")


def main_figures(workload: str, engine: str) -> tuple[str, ...]:
    """Names of figures; the first one that is known is the one to go by."""
    if workload != TPCC.name:
        return SPEEDS
    found = ENGINES.get(engine)
    by_counter = found is not None and found.family.is_published_by_counter
    return OF_TPCC_BY_COUNTER if by_counter else OF_TPCC
