"""How classes stand to a need by the fastest results that are kept of each."""

from collections.abc import Mapping
from typing import NamedTuple

from django.db.models import (
    BooleanField,
    CharField,
    ExpressionWrapper,
    Max,
    Q,
    QuerySet,
)
from django.db.models.functions import Cast

from benchruns.catalogue.needs.need import ANY_REGIME, Need
from benchruns.models import FastestOfClass
from benchruns.vocabulary import Doubt


class Fastest(NamedTuple):
    """The highest TPS of a class: ``best`` in the regime, of what is ``sure`` and what is not,
    and where the regime is not determined.

    A tuple, since there is one of each class.
    """

    best: float | None
    sure: float | None
    unsure: float | None
    undetermined: float | None


def is_kept(need: Need) -> bool:
    """Of a p95, and of one origin among others, nothing is."""
    return need.p95_ms is None and not need.provider and not need.provenance


def fastest(need: Need) -> Mapping[str, Fastest]:
    """By class, its id as text.

    Only for a need that ``is_kept``; one query. As ``conditions`` of the need have it.
    """
    version = need.engine_version
    kept = FastestOfClass.objects.filter(
        workload=need.workload,
        engine_version=FastestOfClass.ANY_VERSION if version is None else version,
    )
    if need.engine:
        kept = kept.filter(engine=need.engine)
    in_regime, undetermined, sure = Q(), Q(pk__in=()), ~Q(doubt=Doubt.FIGURE)
    if need.regime != ANY_REGIME:
        kept = kept.filter(regime__in=[need.regime, ""])
        in_regime, undetermined = Q(regime=need.regime), Q(regime="")
        sure = Q(doubt="")
    rows = (
        kept.order_by()
        .values(key=Cast("instance_class", CharField()))
        .annotate(
            best=Max("tps", filter=in_regime),
            sure=Max("tps", filter=in_regime & sure),
            unsure=Max("tps", filter=in_regime & ~sure),
            elsewhere=Max("tps", filter=undetermined),
        )
        .values_list("key", "best", "sure", "unsure", "elsewhere")
    )
    return {key: Fastest._make(figures) for key, *figures in rows}


def fast_enough(need: Need) -> QuerySet[FastestOfClass]:
    """Those of single versions, with ``is_sure``; as ``conditions`` of the need have it."""
    kept = FastestOfClass.objects.exclude(engine_version=FastestOfClass.ANY_VERSION)
    kept = kept.filter(workload=need.workload, tps__gte=need.tps)
    if need.engine:
        kept = kept.filter(engine=need.engine)
    sure = ~Q(doubt=Doubt.FIGURE)
    if need.regime != ANY_REGIME:
        kept, sure = kept.filter(regime=need.regime), Q(doubt="")
    return kept.annotate(is_sure=ExpressionWrapper(sure, output_field=BooleanField()))
