"""How each class stands to a need."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import CharField, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Cast

from benchruns.catalogue.needs.fastest import fastest, is_kept
from benchruns.catalogue.needs.need import Need, Outcome, asked_for, conditions, counted
from benchruns.catalogue.pricing.prices import HOURS_A_MONTH, with_prices
from benchruns.catalogue.summaries.validity import Viewer, holds_for
from benchruns.models import InstanceClass

# Whether a class has one of those is looked up; the rest follows.
TOLD_BY_A_RESULT = (
    Outcome.FOUND,
    Outcome.DOUBTED,
    Outcome.P95_NOT_KNOWN,
    Outcome.REGIME_NOT_DETERMINED,
)
FACTS = ("key", "code", "vcpus", "memory_gb")


class Standing(NamedTuple):
    """A class and how it stands: ``best`` is its highest TPS in the regime.

    A tuple, since there is one of each class. ``key`` is the class's id as text: to make a
    UUID of each would cost more than to look them up. ``price`` is an hour, in the need's
    choice; ``priced_on`` is its day.
    """

    key: str
    code: str
    vcpus: int
    memory_gb: float
    price: float | None
    priced_on: date | None
    best: float | None
    outcome: Outcome

    @property
    def class_id(self) -> UUID:
        return UUID(self.key)

    @property
    def price_per_month(self) -> float | None:
        return None if self.price is None else self.price * HOURS_A_MONTH

    @property
    def size(self) -> tuple[int, float]:
        return self.vcpus, self.memory_gb


def standings(need: Need, user: Viewer) -> Sequence[Standing]:
    """Every class with a result that answers the need or comes near; three queries at most.

    Of most classes what is kept of their results tells it. Each other one is looked up by
    the index on (class, workload, regime, TPS), so that the cost grows with the classes
    and not with their results.
    """
    names = [*FACTS, *(["price", "priced_on"] if need.choice else [])]
    classes = InstanceClass.objects.order_by()
    if need.choice:
        classes = with_prices(classes, need.choice)
    classes = classes.annotate(key=Cast("pk", CharField()))
    if not is_kept(need):
        return list(_live(need, user, classes, names))
    rows = list(classes.annotate(holds=holds_for(user)).values_list(*names, "holds"))
    found = list(_by_fastest(need, [facts for *facts, holds in rows if holds]))
    if others := [key for key, *_facts, holds in rows if not holds]:
        found += _live(need, user, classes.filter(pk__in=others), names)
    return found


def _by_fastest(
    need: Need,
    rows: Sequence[Sequence[Any]],  # columns: FACTS, with a choice its price and day
) -> Iterator[Standing]:
    kept = fastest(need) if rows else {}

    def reaches(tps: float | None) -> bool:
        return tps is not None and tps >= need.tps

    for facts in rows:
        told = kept.get(facts[0])
        if told is None:
            continue
        shown = {
            Outcome.FOUND: reaches(told.sure),
            Outcome.DOUBTED: reaches(told.unsure),
            Outcome.REGIME_NOT_DETERMINED: reaches(told.undetermined),
        }
        standing = _standing(need, facts, told.best, shown)
        if standing is not None:
            yield standing


def _live(
    need: Need, user: Viewer, classes: QuerySet[InstanceClass], names: Sequence[str]
) -> Iterator[Standing]:
    where = conditions(need)
    of_class = counted(asked_for(need, user)).filter(instance_class=OuterRef("pk"))
    in_regime = of_class.filter(where.of(Outcome.TPS_BELOW)).order_by("-tps")
    asked = [
        outcome
        for outcome in TOLD_BY_A_RESULT
        if outcome is not Outcome.P95_NOT_KNOWN or need.p95_ms is not None
    ]
    told = classes.annotate(
        best=Subquery(in_regime.values("tps")[:1]),
        **{
            outcome.value: Exists(of_class.filter(where.of(outcome)))
            for outcome in asked
        },
    )
    for row in told.values_list("best", *asked, *names):
        best, *rest = row
        shown = dict(zip(asked, rest, strict=False))
        standing = _standing(need, rest[len(asked) :], best, shown)
        if standing is not None:
            yield standing


def _standing(
    need: Need,
    facts: Sequence[Any],  # as above
    best: float | None,
    shown: Mapping[Outcome, bool],
) -> Standing | None:
    """None where nothing of the class answers, nor comes near."""
    key, code, vcpus, memory_gb, *priced = facts
    price, priced_on = priced or (None, None)
    outcome = _outcome(need, price, best, shown)
    if outcome is None:
        return None
    return Standing(key, code, vcpus, memory_gb, price, priced_on, best, outcome)


def _outcome(
    need: Need, price: float | None, best: float | None, shown: Mapping[Outcome, bool]
) -> Outcome | None:
    is_dear = need.budget is not None and price is not None and price > need.budget
    if shown[Outcome.FOUND]:
        if is_dear:
            return Outcome.OVER_BUDGET
        if need.budget is not None and price is None:
            return Outcome.PRICE_NOT_KNOWN
        return Outcome.FOUND
    if is_dear:
        return None
    for outcome in TOLD_BY_A_RESULT:
        if shown.get(outcome):
            return outcome
    if best is None:
        return None
    # Fast enough, and with no result that is quick enough or of unknown p95.
    return Outcome.P95_ABOVE if best >= need.tps else Outcome.TPS_BELOW
