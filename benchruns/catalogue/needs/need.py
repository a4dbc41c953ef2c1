"""What somebody needs of a class, and which results say something of it."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import F, Q, QuerySet
from django.db.models.lookups import Exact

from benchruns.catalogue.pricing.prices import Choice
from benchruns.models import Result
from benchruns.models.results import ResultQuerySet
from benchruns.models.unindexed import Unindexed
from benchruns.results.engine_versions import versions_with_results
from benchruns.vocabulary import Doubt
from benchruns.workloads import MAIN, WORKLOADS
from benchruns.workloads.main_figure import main_figures

ANY_REGIME = "any"
# Loads that are known by their transactions a second: those of the TPC-C-derived load are
# of five kinds, and the papers' of other ones.
NEED_WORKLOADS = tuple(
    name
    for name, workload in WORKLOADS.items()
    if main_figures(name, engine="")[0] == "tps" and not workload.is_custom
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """What a reader asks for. Empty words and None ask for nothing.

    ``regime`` is one of ``Regime`` or ANY_REGIME; ``engine_version`` is empty for the
    results whose source names none, None for all. ``budget`` is an hour, in the
    currency of ``choice``, and needs one.
    """

    tps: float
    regime: str
    p95_ms: float | None = None
    engine: str = ""
    engine_version: str | None = None
    workload: str = MAIN
    provider: str = ""
    provenance: str = ""
    choice: Choice | None = None
    budget: float | None = None


class Outcome(StrEnum):
    """FOUND reached it; the next five might have, nobody can tell; the rest did not.

    MEDIAN_MISSED reached it by results alone whose repeats do not, by their median.
    """

    FOUND = "found"
    MEDIAN_MISSED = "median_missed"
    DOUBTED = "doubted"
    P95_NOT_KNOWN = "p95_not_known"
    REGIME_NOT_DETERMINED = "regime_not_determined"
    PRICE_NOT_KNOWN = "price_not_known"
    OVER_BUDGET = "over_budget"
    P95_ABOVE = "p95_above"
    TPS_BELOW = "tps_below"


UNPROVEN = (
    Outcome.MEDIAN_MISSED,
    Outcome.DOUBTED,
    Outcome.P95_NOT_KNOWN,
    Outcome.REGIME_NOT_DETERMINED,
    Outcome.PRICE_NOT_KNOWN,
)
MISSED = (Outcome.TPS_BELOW, Outcome.P95_ABOVE, Outcome.OVER_BUDGET)
PRICED = (Outcome.PRICE_NOT_KNOWN, Outcome.OVER_BUDGET)


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """A need as conditions on results."""

    in_regime: Q
    undetermined: Q
    fast: Q
    quick: Q
    slow: Q
    timeless: Q
    sure: Q

    @property
    def reached(self) -> Q:
        return self.in_regime & self.fast & self.quick & self.sure

    def of(self, outcome: Outcome) -> Q:
        """Which results are evidence of an outcome."""
        fast = self.in_regime & self.fast
        others = {
            Outcome.DOUBTED: fast & ~self.slow & ~self.sure,
            Outcome.P95_NOT_KNOWN: fast & self.timeless,
            Outcome.REGIME_NOT_DETERMINED: self.undetermined & self.fast & ~self.slow,
            Outcome.P95_ABOVE: fast & self.slow,
            Outcome.TPS_BELOW: self.in_regime & Q(tps__isnull=False),
        }
        return others.get(outcome, self.reached)


def conditions(need: Need) -> Conditions:
    nothing = Q(pk__in=())
    everything = ~nothing  # an empty Q is not: joined by | it falls away
    any_regime, any_p95 = need.regime == ANY_REGIME, need.p95_ms is None
    return Conditions(
        in_regime=everything if any_regime else Q(regime=need.regime),
        undetermined=nothing if any_regime else Q(regime__isnull=True),
        fast=Q(tps__gte=need.tps),
        quick=everything if any_p95 else Q(latency_p95_ms__lte=need.p95_ms),
        slow=nothing if any_p95 else Q(latency_p95_ms__gt=need.p95_ms),
        timeless=nothing if any_p95 else Q(latency_p95_ms__isnull=True),
        # A doubted regime leaves open nothing of what is asked of any.
        sure=~Q(doubt=Doubt.FIGURE) if any_regime else Q(doubt=""),
    )


def asked_for(need: Need, user: AbstractBaseUser | AnonymousUser) -> ResultQuerySet:
    """Results of the need's load, engine and origin, whatever they reached.

    To be asked by class: of few classes, or of none.
    """
    return _of(need, user, Unindexed).filter(workload=need.workload)


def of_origin(need: Need, user: AbstractBaseUser | AnonymousUser) -> ResultQuerySet:
    """Results of the need's engine and origin, of whatever load."""
    return _of(need, user, F)


def _of(
    need: Need,
    user: AbstractBaseUser | AnonymousUser,
    column: Callable[[str], F | Unindexed],
) -> ResultQuerySet:
    wanted = {
        "engine": need.engine or None,
        "engine_version": need.engine_version,
        "provider": need.provider or None,
        "provenance": need.provenance or None,
    }
    found = Result.objects.visible_to(user).order_by()
    for name, value in wanted.items():
        if value is not None:
            found = found.filter(Exact(column(name), value))
    return found


def other_loads(
    need: Need, user: AbstractBaseUser | AnonymousUser
) -> list[tuple[str, str]]:
    """Loads that results of the need's engine and origin are of: workload, and the need's
    regime where it has that, else any."""
    rows = counted(of_origin(need, user)).filter(
        tps__isnull=False, instance_class__isnull=False, workload__in=NEED_WORKLOADS
    )
    found: dict[str, set[str | None]] = {}
    for workload, regime in rows.values_list("workload", "regime").distinct():
        found.setdefault(workload, set()).add(regime)
    return [
        (workload, need.regime if need.regime in found[workload] else ANY_REGIME)
        for workload in NEED_WORKLOADS
        if workload in found
    ]


def counted(results: ResultQuerySet) -> QuerySet[Result]:
    """Without those that were left out, and those loaded in another way."""
    return results.counted().filter(variant="")


def seen_versions(user: AbstractBaseUser | AnonymousUser) -> list[tuple[str, str]]:
    """Engines and versions with a result that the user may see, the newest first."""
    return [(each.engine, each.version) for each in versions_with_results(user)]
