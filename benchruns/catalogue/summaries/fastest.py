"""The fastest results of classes, by which needs are answered and rankings put in order."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.db.models import F, Value, Window
from django.db.models.functions import Coalesce, RowNumber

from benchruns.catalogue.needs.need import ANY_REGIME
from benchruns.catalogue.ranks.figures import band
from benchruns.figures.durations import NOT_KNOWN
from benchruns.models import FastestOfClass, InstanceClass, RankOfClass
from benchruns.models.results import ResultQuerySet
from benchruns.vocabulary import Doubt

AT_A_TIME = 500


class _Fastest(NamedTuple):
    """Of one class and load, version, kind of doubt and band of durations.

    ``regime`` may be empty.
    """

    class_id: UUID
    workload: str
    regime: str
    engine: str
    version: str
    doubt: str
    band: int
    tps: float
    seconds: float | None
    result_id: UUID


def write_fastest(
    classes: Mapping[UUID, InstanceClass], results: ResultQuerySet
) -> None:
    """Anew for these classes, of which ``results`` are all that everybody sees."""
    found = [each for each in _fastest(results) if each.class_id in classes]
    of_versions = _of_any_duration(found)
    FastestOfClass.objects.filter(instance_class__in=list(classes)).delete()
    FastestOfClass.objects.bulk_create(
        (
            FastestOfClass(
                instance_class_id=each.class_id,
                workload=each.workload,
                regime=each.regime,
                engine=each.engine,
                engine_version=each.version,
                doubt=each.doubt,
                tps=each.tps,
            )
            for each in (*of_versions, *_of_any_version(of_versions))
        ),
        batch_size=AT_A_TIME,
    )
    RankOfClass.objects.filter(instance_class__in=list(classes)).delete()
    RankOfClass.objects.bulk_create(_ranks(classes, found), batch_size=AT_A_TIME)


def _fastest(results: ResultQuerySet) -> Sequence[_Fastest]:
    kind = (
        *("instance_class", "workload", "in_regime"),
        *("engine", "engine_version", "doubt", "in_band"),
    )
    place = Window(RowNumber(), partition_by=list(kind), order_by=["-tps", "pk"])
    rows = (
        results.counted()
        .filter(variant="", tps__isnull=False)
        .order_by()
        .annotate(in_regime=Coalesce(F("regime"), Value("")), in_band=band())
        .annotate(place=place)
        .filter(place=1)
        .values_list(*kind, "tps", "duration_s", "pk")
    )
    return [_Fastest(*row) for row in rows]


def _of_any_duration(found: Iterable[_Fastest]) -> Collection[_Fastest]:
    return _highest(each._replace(band=NOT_KNOWN) for each in found)


def _of_any_version(found: Iterable[_Fastest]) -> Collection[_Fastest]:
    any_version = FastestOfClass.ANY_VERSION
    return _highest(each._replace(version=any_version) for each in found)


def _highest(found: Iterable[_Fastest]) -> Collection[_Fastest]:
    """Of those that differ in no more than their figure."""
    fastest: dict[tuple[object, ...], _Fastest] = {}
    for each in found:
        key = each[: each._fields.index("tps")]
        if key not in fastest or each.tps > fastest[key].tps:
            fastest[key] = each
    return fastest.values()


def _ranks(
    classes: Mapping[UUID, InstanceClass], found: Collection[_Fastest]
) -> Iterator[RankOfClass]:
    """As ``ranks.live`` puts results in order: what is sure before the others."""
    best: dict[tuple[UUID, str, str, int, str, str], tuple[bool, float, str]] = {}
    seconds = {str(each.result_id): each.seconds for each in found}
    for each in found:
        for regime, is_doubted in (
            (each.regime, each.doubt != ""),
            # A doubted regime leaves open nothing of what is asked of any.
            (ANY_REGIME, each.doubt == Doubt.FIGURE),
        ):
            load = (each.class_id, each.workload, regime, each.band)
            key = (*load, each.engine, each.version)
            place = (is_doubted, -each.tps, str(each.result_id))
            if regime and (key not in best or place < best[key]):
                best[key] = place
    for key, (is_doubted, falling, result_id) in best.items():
        class_id, workload, regime, its_band, engine, version = key
        sold, tps = classes[class_id], -falling
        yield RankOfClass(
            instance_class_id=class_id,
            provider_id=sold.provider_id,
            sold_for=sold.engine,
            workload=workload,
            regime=regime,
            engine=engine,
            engine_version=version,
            band=its_band,
            seconds=seconds[result_id],
            is_doubted=is_doubted,
            tps=tps,
            tps_per_vcpu=tps / sold.vcpus if sold.vcpus else 0,
            tps_per_gb=tps / sold.memory_gb if sold.memory_gb else 0,
            result_id=result_id,
        )
