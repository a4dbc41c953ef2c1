"""Drivers of the benchmark tools: from a target and parameters to a command."""

from workers.tools.driver import Driver, Parameters
from workers.tools.hot_row import HotRowDriver
from workers.tools.oltp import OltpDriver
from workers.tools.pgbench_driver import PgbenchDriver
from workers.tools.tpcc_driver import TpccDriver

DRIVERS: dict[str, type[Driver]] = {
    "oltp_read_write": OltpDriver,
    "oltp_read_only": OltpDriver,
    "oltp_write_only": OltpDriver,
    "oltp_legacy": OltpDriver,
    "hot_row_update": HotRowDriver,
    "pgbench_read_only": PgbenchDriver,
    "pgbench_read_write": PgbenchDriver,
    "tpcc": TpccDriver,
}


def driver_of(workload: str, parameters: Parameters) -> Driver:
    """What carries out a workload of the registry."""
    return DRIVERS[workload](workload, parameters)
