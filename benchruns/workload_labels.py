"""What a workload and its figures are called, the published-only ones included."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from benchruns.workloads import WORKLOADS

PUBLISHED_ONLY = {
    "tpcc": _("TPC-C-derived"),
}
# As the papers define them, or leave them: see F15 of the known irregularities.
OF_PUBLISHED_ONLY: Mapping[str, Mapping[str, str | Promise]] = {
    "tpcc": {
        "tpm": _("Transactions of the mix a minute, as the source prints them."),
        "tps": _(
            "Transactions a second, as the source prints them. They are not TPM / 60: "
            "the two count different transactions."
        ),
        "batch_requests_per_s": _("Batches of SQL that the server took a second."),
    },
}


def workload_label(name: str) -> str:
    """The label of a workload; its own name where there is none."""
    if name in WORKLOADS:
        return str(WORKLOADS[name].label)
    return str(PUBLISHED_ONLY.get(name, name))


def figure_meanings(name: str) -> Mapping[str, str | Promise]:
    """What each figure of a workload means, by its name; empty for an unknown one."""
    if name in WORKLOADS:
        return WORKLOADS[name].metrics
    return OF_PUBLISHED_ONLY.get(name, {})
