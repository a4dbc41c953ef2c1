"""Drivers of the benchmark tools: from a target and parameters to a command."""

from workers.tools.driver import Driver, Parameters
from workers.tools.oltp import OltpDriver

DRIVERS: dict[str, type[Driver]] = {
    "oltp_read_write": OltpDriver,
    "oltp_read_only": OltpDriver,
    "oltp_write_only": OltpDriver,
}


def driver_of(workload: str, parameters: Parameters) -> Driver:
    """What carries out a workload of the registry."""
    return DRIVERS[workload](workload, parameters)
