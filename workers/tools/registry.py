"""Drivers of the benchmark tools: from a target and parameters to a command."""

from benchruns.workloads import WORKLOADS
from workers.tools.custom.drivers import CustomPgbenchDriver, CustomSysbenchDriver
from workers.tools.driver import Driver, Parameters, Share
from workers.tools.hot_row import HotRowDriver
from workers.tools.oltp import OltpDriver
from workers.tools.pgbench_driver import PgbenchDriver
from workers.tools.tpcc_driver import TpccDriver

# By what a workload says carries it out: its tool, or a driver of its own.
DRIVERS: dict[str, type[Driver]] = {
    "sysbench": OltpDriver,
    "hot_row": HotRowDriver,
    "pgbench": PgbenchDriver,
    "benchbook-tpcc": TpccDriver,
    "custom_sysbench": CustomSysbenchDriver,
    "custom_pgbench": CustomPgbenchDriver,
}


def driver_of(name: str, parameters: Parameters, share: Share | None = None) -> Driver:
    """What carries out a workload of the registry, or a share of it."""
    workload = WORKLOADS[name]
    return DRIVERS[workload.driver or workload.tool](name, parameters, share)
