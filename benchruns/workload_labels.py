"""What a workload is called on pages, the published-only ones included."""

from django.utils.translation import gettext_lazy as _

from benchruns.workloads import WORKLOADS

PUBLISHED_ONLY = {
    "oltp_legacy": _("Legacy OLTP"),
    "pgbench_read_only": _("pgbench read-only"),
    "pgbench_read_write": _("pgbench read/write"),
    "tpcc": _("TPC-C-derived"),
    "hot_row_update": _("Hot-row update"),
}


def workload_label(name: str) -> str:
    """The label of a workload; its own name where there is none."""
    if name in WORKLOADS:
        return str(WORKLOADS[name].label)
    return str(PUBLISHED_ONLY.get(name, name))
