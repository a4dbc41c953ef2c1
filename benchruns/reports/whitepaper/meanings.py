"""What the figures of a paper mean: name, unit, direction and a sentence each."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from benchruns.figures.metrics import Metric
from benchruns.reports.engine.section import Section
from benchruns.reports.metric_choices import metric_choices
from benchruns.results.published.meanings import printed_meanings
from benchruns.results.row import REPORT_METRICS, per_vcpu
from benchruns.workloads.labels import figure_meanings


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    metric: Metric
    text: str


def meanings_of(sections: Sequence[Section]) -> list[Meaning]:
    """Of every metric that some row has: what the papers say of theirs, and of other
    rows what the first workload says that explains it."""
    names = dict.fromkeys(
        name for section in sections for name in metric_choices(section.rows)
    )
    return [
        Meaning(metric=REPORT_METRICS[name], text=_text(name, sections))
        for name in names
    ]


def _text(name: str, sections: Sequence[Section]) -> str:
    if name.endswith(per_vcpu("")):
        return _("The figure over the number of vCPUs of the class or server.")
    rows = [row for section in sections for row in section.rows if name in row.figures]
    printed = (printed_meanings(row.campaign, row.workload).get(name) for row in rows)
    texts = [text for text in printed if text]
    if not texts or any(not row.is_published for row in rows):
        own = (figure_meanings(row.workload).get(name) for row in rows)
        texts.insert(0, str(next(filter(None, own), "")))
    return " ".join(dict.fromkeys(filter(None, texts)))
