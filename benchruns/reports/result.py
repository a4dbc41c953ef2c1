"""One result: its figures, the conditions it came from, and its repeats."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Exists, OuterRef
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from benchruns.comparison.fairness.context import Context
from benchruns.comparison.fairness.results import contexts_of
from benchruns.figures import statistics
from benchruns.figures.metrics import FIGURE_NAMES, METRICS, Metric
from benchruns.figures.statistics import Summary
from benchruns.findings import Finding
from benchruns.models import Exclusion, Result, Run
from benchruns.reports.marks import Mark, Marks
from benchruns.reports.metric_choices import metric_choices
from benchruns.reports.submitted import SubmittedReport, submitted_report
from benchruns.results.published.meanings import printed_meanings
from benchruns.results.readable import require_readable
from benchruns.results.repeats import SHOWN, Repeats, repeats_of
from benchruns.results.row import REPORT_METRICS, Row, read_row
from benchruns.results.spread import disagreement
from benchruns.workloads.labels import figure_meanings

# Figures that are no metric: counts, and what the others were measured over.
OTHER_FIGURES: Mapping[str, tuple[str | Promise, str]] = {
    "transactions": (_("Total transactions"), ""),
    "queries": (_("Total statements"), ""),
    "reads": (_("Total reads"), ""),
    "writes": (_("Total writes"), ""),
    "other": (_("Total BEGIN and COMMIT"), ""),
    "latency_min_ms": (_("Shortest latency"), "ms"),
    "duration_s": (_("Measured time"), "s"),
}
REPEATED = ("latency_p95_ms", "latency_avg_ms")


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """``formula`` is how it was derived, empty where it stands as printed or measured;
    ``meaning`` is empty where no source tells it."""

    name: str
    label: str | Promise
    unit: str
    value: float
    formula: str
    meaning: str | Promise


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """What the repeats that count have of one figure."""

    metric: Metric
    summary: Summary


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultReport:
    """``metric`` is the figure that stands for the result. ``rows`` are its repeats
    (itself among them) by id; ``past_exclusions`` those that were undone."""

    result: Result
    row: Row
    metric: Metric
    figures: Sequence[Figure]
    context: Context
    marks: Sequence[Mark]
    repeats: Repeats
    rows: Mapping[UUID, Row]
    spreads: Sequence[Spread]
    submitted: SubmittedReport | None
    past_exclusions: Sequence[Exclusion]

    @property
    def disagreement(self) -> Finding | None:
        """Of submitted repeats, which one person ran one after the other as a set."""
        if not self.row.is_submitted:
            return None
        return disagreement(self.repeats.counted)

    @property
    def value(self) -> float | None:
        return self.row.figures.get(self.metric.name)


def result_report(
    result_id: UUID, *, user: AbstractBaseUser | AnonymousUser
) -> ResultReport:
    """Raises Result.DoesNotExist, and Unreadable; a constant number of queries."""
    run_is_visible = Exists(Run.objects.visible_to(user).filter(pk=OuterRef("run_id")))
    result = (
        Result.objects.at_address(user)
        .select_related(*SHOWN, "reproduces", "submitted_file")
        .defer("submitted_file__content", "submitted_file__report")
        .annotate(run_is_visible=run_is_visible)
        .get(pk=result_id)
    )
    require_readable(result)
    row = read_row(result, run_is_visible=getattr(result, "run_is_visible", False))
    repeats = repeats_of([result], user=user)[result.pk]
    metric = REPORT_METRICS[metric_choices([row])[0]]
    return ResultReport(
        result=result,
        row=row,
        metric=metric,
        figures=_figures(row),
        context=contexts_of([result])[0],
        marks=Marks([], [row]).of([row]),
        repeats=repeats,
        rows={each.pk: read_row(each, run_is_visible=False) for each in repeats.all},
        spreads=_spreads(repeats, metric),
        submitted=submitted_report(result, user=user),
        past_exclusions=list(
            result.exclusions.filter(undone_at__isnull=False).select_related(
                "excluded_by", "undone_by"
            )
        ),
    )


def _figures(row: Row) -> list[Figure]:
    """The known ones: metrics in their order, then what they were measured over."""
    meanings = {
        **figure_meanings(row.workload),
        **printed_meanings(row.campaign, row.workload),
    }
    names = [*METRICS, *(name for name in FIGURE_NAMES if name not in METRICS)]
    return [
        Figure(
            name=name,
            label=_label(name)[0],
            unit=_label(name)[1],
            value=row.figures[name],
            formula=row.formulas.get(name, ""),
            meaning=meanings.get(name, ""),
        )
        for name in names
        if name in row.figures
    ]


def _label(name: str) -> tuple[str | Promise, str]:
    if name in METRICS:
        return METRICS[name].label, METRICS[name].unit
    return OTHER_FIGURES[name]


def _spreads(repeats: Repeats, metric: Metric) -> list[Spread]:
    """Of the result's own metric and a latency; none where nothing is repeated."""
    names = dict.fromkeys((metric.name, *REPEATED))
    if len(repeats.counted) < 2 or metric.name not in FIGURE_NAMES:
        return []
    found = []
    for name in names:
        known = [getattr(each, name) for each in repeats.counted]
        values = [value for value in known if value is not None]
        if values:
            summary = statistics.summary(values)
            found.append(Spread(metric=METRICS[name], summary=summary))
    return found[:2]
