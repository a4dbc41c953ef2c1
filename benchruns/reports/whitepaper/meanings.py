"""What the figures of a paper mean: name, unit, direction and a sentence each."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from benchruns.figures.metrics import Metric
from benchruns.reports.engine.section import Section
from benchruns.reports.metric_choices import metric_choices
from benchruns.results.row import REPORT_METRICS, per_vcpu
from benchruns.workloads.labels import figure_meanings


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    metric: Metric
    text: str


def meanings_of(sections: Sequence[Section]) -> list[Meaning]:
    """Of every metric that some row has, by the first workload that explains it."""
    workloads = [name for section in sections for name in section.method.workloads]
    names = dict.fromkeys(
        name for section in sections for name in metric_choices(section.rows)
    )
    return [
        Meaning(metric=REPORT_METRICS[name], text=_text(name, workloads))
        for name in names
    ]


def _text(name: str, workloads: Sequence[str]) -> str:
    if name.endswith(per_vcpu("")):
        return _("The figure over the number of vCPUs of the class or server.")
    told = (figure_meanings(workload).get(name) for workload in workloads)
    return str(next(filter(None, told), ""))
