"""What a workload and its figures are called, by its name in the registry."""

from collections.abc import Mapping

from django.utils.functional import Promise

from benchruns.workloads import WORKLOADS

# As pages list them: the papers' main one first.
WORKLOAD_ORDER = (
    "oltp_read_write",
    "oltp_read_only",
    "oltp_write_only",
    "oltp_legacy",
    "pgbench_read_only",
    "pgbench_read_write",
    "tpcc",
    "hot_row_update",
)


def workload_label(name: str) -> str:
    """The label of a workload; its own name where there is none."""
    return str(WORKLOADS[name].label) if name in WORKLOADS else name


def figure_meanings(name: str) -> Mapping[str, str | Promise]:
    """What each figure of a workload means, by its name; empty for an unknown one."""
    return WORKLOADS[name].metrics if name in WORKLOADS else {}
