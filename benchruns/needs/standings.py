"""How each class stands to a need."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Exists, OuterRef, Subquery

from benchruns.models import InstanceClass
from benchruns.needs.need import Need, Outcome, asked_for, conditions, counted
from benchruns.pricing.prices import with_prices

# Whether a class has one of those is looked up; the rest follows.
TOLD_BY_A_RESULT = (
    Outcome.FOUND,
    Outcome.P95_NOT_KNOWN,
    Outcome.REGIME_NOT_DETERMINED,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A class and how it stands: ``best`` is its highest TPS in the regime.

    ``price`` is an hour, in the need's choice.
    """

    class_id: UUID
    code: str
    vcpus: int
    memory_gb: float
    price: float | None
    best: float | None
    outcome: Outcome

    @property
    def size(self) -> tuple[int, float]:
        return self.vcpus, self.memory_gb


def standings(need: Need, user: AbstractBaseUser | AnonymousUser) -> Sequence[Standing]:
    """Every class with a result that answers the need or comes near; one query.

    Each class is looked up by the index on (class, workload, regime, TPS), so that the
    cost grows with the classes and not with their results.
    """
    where = conditions(need)
    of_class = counted(asked_for(need, user)).filter(instance_class=OuterRef("pk"))
    in_regime = of_class.filter(where.of(Outcome.TPS_BELOW)).order_by("-tps")
    classes = InstanceClass.objects.order_by()
    if need.choice:
        classes = with_prices(classes, need.choice)
    told = classes.annotate(
        best=Subquery(in_regime.values("tps")[:1]),
        **{
            outcome.value: Exists(of_class.filter(where.of(outcome)))
            for outcome in TOLD_BY_A_RESULT
        },
    )
    names = ["pk", "code", "vcpus", "memory_gb", "best", *map(str, TOLD_BY_A_RESULT)]
    rows = told.values(*names, *(["price"] if need.choice else []))
    found = (_standing(need, row) for row in rows)
    return [standing for standing in found if standing is not None]


def _standing(need: Need, row: Mapping[str, Any]) -> Standing | None:
    """None where nothing of the class answers, nor comes near."""
    price = row.get("price")
    outcome = _outcome(need, row, price)
    if outcome is None:
        return None
    return Standing(
        class_id=row["pk"],
        code=row["code"],
        vcpus=row["vcpus"],
        memory_gb=row["memory_gb"],
        price=price,
        best=row["best"],
        outcome=outcome,
    )


def _outcome(need: Need, row: Mapping[str, Any], price: float | None) -> Outcome | None:
    is_dear = need.budget is not None and price is not None and price > need.budget
    if row[Outcome.FOUND]:
        if is_dear:
            return Outcome.OVER_BUDGET
        if need.budget is not None and price is None:
            return Outcome.PRICE_NOT_KNOWN
        return Outcome.FOUND
    if is_dear:
        return None
    for outcome in (Outcome.P95_NOT_KNOWN, Outcome.REGIME_NOT_DETERMINED):
        if row[outcome]:
            return outcome
    if row["best"] is None:
        return None
    # Fast enough, and with no result that is quick enough or of unknown p95.
    return Outcome.P95_ABOVE if row["best"] >= need.tps else Outcome.TPS_BELOW
