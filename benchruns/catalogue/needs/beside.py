"""What there is of the engine that is asked for, where no class says anything of the need."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Case, IntegerField, Q, Value, When

from benchruns.catalogue.needs.need import (
    NEED_WORKLOADS,
    Need,
    conditions,
    counted,
    of_origin,
    other_loads,
)
from benchruns.models import Result
from benchruns.workloads import WORKLOADS


@dataclass(frozen=True, slots=True, kw_only=True)
class OfNoClass:
    """``count`` results of one load on servers that are no class, and the ``fastest``."""

    fastest: Result
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """``other_loads`` can be asked for: workload and regime. ``other_kinds`` are workloads
    that cannot, since their transactions are others.
    """

    other_loads: Sequence[tuple[str, str]] = ()
    other_kinds: Sequence[str] = ()
    of_no_class: OfNoClass | None = None


def beside(need: Need, user: AbstractBaseUser | AnonymousUser) -> Beside:
    return Beside(
        other_loads=other_loads(need, user),
        other_kinds=_other_kinds(need, user),
        of_no_class=_of_no_class(need, user),
    )


def _other_kinds(need: Need, user: AbstractBaseUser | AnonymousUser) -> Sequence[str]:
    kinds = [
        name
        for name, workload in WORKLOADS.items()
        if name not in NEED_WORKLOADS and not workload.is_custom
    ]
    rows = counted(of_origin(need, user)).filter(workload__in=kinds)
    found = set(rows.values_list("workload", flat=True).distinct())
    return [name for name in kinds if name in found]


def _of_no_class(
    need: Need, user: AbstractBaseUser | AnonymousUser
) -> OfNoClass | None:
    """Of the load that is asked for, else of the nearest to it; what is sure first."""
    where = conditions(need)
    near = Case(
        When(Q(workload=need.workload) & where.in_regime & where.sure, then=Value(0)),
        When(Q(workload=need.workload) & where.in_regime, then=Value(1)),
        When(workload=need.workload, then=Value(2)),
        default=Value(3),
        output_field=IntegerField(),
    )
    results = counted(of_origin(need, user)).filter(
        instance_class=None, tps__isnull=False, workload__in=NEED_WORKLOADS
    )
    fastest = results.annotate(near=near).order_by("near", "-tps", "pk").first()
    if fastest is None:
        return None
    alike = results.filter(
        engine=fastest.engine,
        engine_version=fastest.engine_version,
        workload=fastest.workload,
        regime=fastest.regime,
    )
    return OfNoClass(fastest=fastest, count=alike.count())
