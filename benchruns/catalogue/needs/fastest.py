"""How classes stand to a need by the fastest results that are kept of each."""

from collections.abc import Mapping

from django.db.models import CharField, Max, Q
from django.db.models.functions import Cast

from benchruns.catalogue.needs.need import ANY_REGIME, Need, Outcome
from benchruns.models import FastestOfClass
from benchruns.vocabulary import Doubt

Told = Mapping[str, float | bool | None]


def is_kept(need: Need) -> bool:
    """Of a p95, and of one origin among others, nothing is."""
    return need.p95_ms is None and not need.provider and not need.provenance


def fastest(need: Need) -> dict[str, Told]:
    """By class, its id as text: ``best`` in the regime, and which outcomes it shows.

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
    return {
        key: {
            "best": best,
            Outcome.FOUND: _reaches(sure, need),
            Outcome.DOUBTED: _reaches(unsure, need),
            Outcome.REGIME_NOT_DETERMINED: _reaches(elsewhere, need),
        }
        for key, best, sure, unsure, elsewhere in rows
    }


def _reaches(tps: float | None, need: Need) -> bool:
    return tps is not None and tps >= need.tps
