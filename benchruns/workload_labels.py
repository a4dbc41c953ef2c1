"""What a workload is called on pages, the published-only ones included."""

from django.utils.translation import gettext_lazy as _

from benchruns.workloads import WORKLOADS

PUBLISHED_ONLY = {
    "tpcc": _("TPC-C-derived"),
}


def workload_label(name: str) -> str:
    """The label of a workload; its own name where there is none."""
    if name in WORKLOADS:
        return str(WORKLOADS[name].label)
    return str(PUBLISHED_ONLY.get(name, name))
