"""One class: its specification, all its results, and its neighbours."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Exists, OuterRef, Q

from benchruns.figures.metrics import METRICS, Metric
from benchruns.models import InstanceClass, Result, Run
from benchruns.reports.engine.sections import method_of
from benchruns.reports.marks import Mark, Marks
from benchruns.reports.metric_choices import metric_choices
from benchruns.results.readable import Readable, readable
from benchruns.results.row import REPORT_METRICS, Row, read_row
from benchruns.vocabulary import Provenance

RESULTS_SHOWN = 200
RATES = ("tpm", "tps", "qps", "batch_requests_per_s")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassResult:
    """One result of the class with the metric that it states.

    ``others`` are what else was printed or measured of its speed, TPS beside QPS say.
    """

    row: Row
    result: Result
    metric: Metric
    value: float | None
    others: Sequence[Metric]
    marks: tuple[Mark, ...] = ()

    @property
    def other_figures(self) -> list[tuple[Metric, float]]:
        return [(metric, self.row.figures[metric.name]) for metric in self.others]


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """A class to read beside; ``ratio`` is the median of its figures over this class's.

    ``pairs`` counts the results that both have under one method; without any there is
    no ratio.
    """

    kind: str
    instance_class: InstanceClass
    ratio: float | None
    pairs: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassReport:
    """``left_out`` counts the results, of neighbours too, that cannot be shown."""

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
    provider: str, engine: str, code: str, *, user: AbstractBaseUser | AnonymousUser
) -> ClassReport:
    """Raises InstanceClass.DoesNotExist; a constant number of queries."""
    instance_class = InstanceClass.objects.select_related("provider", "source").get(
        provider_id=provider, engine=engine, code=code
    )
    neighbours = _neighbours(instance_class)
    found = _results([instance_class, *neighbours.values()], user)
    results: dict[object, list[ClassResult]] = {}
    for each in found.rows:
        results.setdefault(each.result.instance_class_id, []).append(each)
    own = results.get(instance_class.pk, [])
    rows = [result.row for result in own]
    marks = Marks([], rows)
    return ClassReport(
        instance_class=instance_class,
        results=[replace(each, marks=marks.of([each.row])) for each in own],
        marks=marks.of(rows),
        neighbours=[
            _neighbour(kind, other, own, results.get(other.pk, []))
            for kind, other in neighbours.items()
        ],
        left_out=found.left_out,
    )


def _neighbours(instance_class: InstanceClass) -> dict[str, InstanceClass]:
    """The next sizes of the same family, and the same size elsewhere."""
    same_engine = InstanceClass.objects.filter(
        engine=instance_class.engine
    ).select_related("provider")
    family = list(
        same_engine.filter(
            provider_id=instance_class.provider_id, family=instance_class.family
        )
    )
    place = [other.pk for other in family].index(instance_class.pk)
    found: dict[str, InstanceClass] = {}
    if place > 0:
        found["smaller"] = family[place - 1]
    if place + 1 < len(family):
        found["larger"] = family[place + 1]
    elsewhere = same_engine.filter(
        vcpus=instance_class.vcpus, memory_gb=instance_class.memory_gb
    ).exclude(Q(pk=instance_class.pk))
    for other in elsewhere[:6]:
        if other not in found.values():
            found[f"same size {other.pk}"] = other
    return found


def _results(
    classes: Sequence[InstanceClass], user: AbstractBaseUser | AnonymousUser
) -> Readable[ClassResult]:
    """The visible results of the classes: published first, then the newest."""
    run_is_visible = Exists(Run.objects.visible_to(user).filter(pk=OuterRef("run_id")))
    results = (
        Result.objects.visible_to(user)
        .filter(instance_class__in=classes)
        .select_related("instance_class", "provider", "campaign", "source", "exclusion")
        .annotate(run_is_visible=run_is_visible)
        .order_by(
            "workload", "-engine_version", "regime", "-hot_records", "-created_at"
        )
    )
    published = results.filter(provenance=Provenance.PUBLISHED)
    others = results.exclude(provenance=Provenance.PUBLISHED)[:RESULTS_SHOWN]
    return readable((*published, *others), _class_result)


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


def _neighbour(
    kind: str,
    other: InstanceClass,
    own: Sequence[ClassResult],
    theirs: Sequence[ClassResult],
) -> Neighbour:
    mine = {_method(each): each.value for each in _counted(own) if each.value}
    ratios = [
        result.value / mine[_method(result)]
        for result in _counted(theirs)
        if result.value and _method(result) in mine
    ]
    return Neighbour(
        kind=kind.split(" ")[0],
        instance_class=other,
        ratio=median(ratios) if ratios else None,
        pairs=len(ratios),
    )


def _counted(results: Sequence[ClassResult]) -> list[ClassResult]:
    return [result for result in results if not result.row.is_excluded]


def _method(result: ClassResult) -> tuple[object, ...]:
    """Published results that agree in these were tested alike."""
    row = result.row
    return (
        method_of(result.result.campaign) if result.result.campaign else row.id,
        result.result.engine_version,
        row.workload,
        row.variant,
        row.regime,
        row.hot_records,
        result.metric.name,
    )
