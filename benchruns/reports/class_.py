"""One class: its specification, all its results, and its neighbours."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Exists, OuterRef

from benchruns.figures.metrics import FIGURE_NAMES, METRICS, Metric
from benchruns.figures.statistics import Summary
from benchruns.models import InstanceClass, Result, Run
from benchruns.reports.marks import Mark, Marks, Sentence, exact
from benchruns.reports.metric_choices import metric_choices
from benchruns.reports.neighbours import Neighbour, Stated, neighbours
from benchruns.results.readable import Readable, readable
from benchruns.results.repeats import repeats_of
from benchruns.results.row import REPORT_METRICS, Row, read_row
from benchruns.vocabulary import Provenance

RESULTS_SHOWN = 200
RATES = ("tpm", "tps", "qps", "batch_requests_per_s")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassResult:
    """One result of the class with the metric that it states.

    ``others`` are what else was printed or measured of its speed, TPS beside QPS say.
    ``best_of`` are its repeats, itself among them, where it is the best of several.
    """

    row: Row
    result: Result
    metric: Metric
    value: float | None
    others: Sequence[Metric]
    marks: tuple[Mark, ...] = ()
    best_of: Summary | None = None

    @property
    def other_figures(self) -> list[tuple[Metric, float]]:
        return [(metric, self.row.figures[metric.name]) for metric in self.others]

    @property
    def stated(self) -> Stated:
        return Stated(
            result=self.result,
            row=self.row,
            figure=self.metric.name,
            value=self.value,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassReport:
    """``left_out`` counts the results that cannot be shown."""

    instance_class: InstanceClass
    results: Sequence[ClassResult]
    neighbours: Sequence[Neighbour]
    marks: Sequence[Mark]
    left_out: int

    @property
    def has_threads(self) -> bool:
        return any(each.row.threads is not None for each in self.results)

    @property
    def has_rows(self) -> bool:
        return any(each.row.rows is not None for each in self.results)

    @property
    def has_durations(self) -> bool:
        return any("duration_s" in each.row.figures for each in self.results)


def class_report(
    provider: str,
    engine: str,
    code: str,
    *,
    user: AbstractBaseUser | AnonymousUser,
    sentence: Sentence = exact,
) -> ClassReport:
    """With one mark for each ``sentence`` of findings; a constant number of queries.

    Raises InstanceClass.DoesNotExist.
    """
    instance_class = InstanceClass.objects.select_related("provider", "source").get(
        provider_id=provider, engine=engine, code=code
    )
    found = _results(instance_class, user)
    rows = [result.row for result in found.rows]
    marks = Marks([], rows, sentence=sentence)
    best = _best_of_repeats(found.rows, user)
    return ClassReport(
        instance_class=instance_class,
        results=[
            replace(
                each,
                marks=marks.of([each.row]),
                best_of=best.get(each.result.pk),
            )
            for each in found.rows
        ],
        neighbours=neighbours(
            instance_class, [each.stated for each in found.rows], user
        ),
        marks=marks.of(rows),
        left_out=found.left_out,
    )


def _results(
    instance_class: InstanceClass, user: AbstractBaseUser | AnonymousUser
) -> Readable[ClassResult]:
    """Its visible results: published first, then the newest."""
    run_is_visible = Exists(Run.objects.visible_to(user).filter(pk=OuterRef("run_id")))
    results = (
        Result.objects.visible_to(user)
        .filter(instance_class=instance_class)
        .select_related("instance_class", "provider", "campaign", "source", "exclusion")
        .annotate(run_is_visible=run_is_visible)
        .order_by(
            "workload", "-engine_version", "regime", "-hot_records", "-created_at"
        )
    )
    published = results.filter(provenance=Provenance.PUBLISHED)
    others = results.exclude(provenance=Provenance.PUBLISHED)[:RESULTS_SHOWN]
    return readable((*published, *others), _class_result)


def _best_of_repeats(
    results: Sequence[ClassResult], user: AbstractBaseUser | AnonymousUser
) -> dict[UUID, Summary]:
    """Of equal ones the first that was measured; three queries, none for rows of papers."""
    own = [each for each in results if not each.row.is_published]
    if not own:
        return {}
    repeats = repeats_of([each.result for each in own], user=user)
    found = {}
    for each in own:
        name, group = each.metric.name, repeats[each.result.pk]
        told = group.of_several(name) if name in FIGURE_NAMES else None
        if told is None:
            continue
        best = next(r for r in group.counted if getattr(r, name) == told.highest)
        if best.pk == each.result.pk:
            found[best.pk] = told
    return found


def _class_result(result: Result) -> ClassResult:
    visible = getattr(result, "run_is_visible", False)
    row = read_row(result, run_is_visible=visible)
    metric, *more = metric_choices([row])
    return ClassResult(
        row=row,
        result=result,
        metric=REPORT_METRICS[metric],
        value=row.figures.get(metric),
        others=[METRICS[name] for name in more if name in RATES],
    )
