"""The best figures of a class, each with the result that it comes from.

Results that are left out, and those loaded in another way than the workload says, are
no best figure. Each figure is looked up by the index on (class, workload, regime, TPS),
never by an aggregate over all results.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import (
    Exists,
    F,
    Func,
    IntegerField,
    OuterRef,
    Q,
    Subquery,
)

from benchruns.engines import engine_title
from benchruns.models import InstanceClass, Result
from benchruns.models.results import ResultQuerySet
from benchruns.vocabulary import Doubt, Provenance, Regime
from benchruns.workloads import WORKLOADS

Viewer = AbstractBaseUser | AnonymousUser


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """Which results a best figure is looked for in, and which of their figures it is.

    Without a ``regime`` every one counts.
    """

    figure: str
    workload: str
    regime: Regime | None = None


LOADS: Mapping[str, Load] = {
    best.key: Load(figure=best.figure, workload=workload.name, regime=best.regime)
    for workload, best in sorted(
        ((each, best) for each in WORKLOADS.values() for best in each.best),
        key=lambda pair: pair[1].rank,
    )
}


OF_A_RESULT = (
    "pk",
    "engine",
    "engine_version",
    "threads",
    "provenance",
    "doubt",
    "tps",
    "qps",
    "tpm",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BestFigure:
    """The highest value of a load, and what tells how it came about.

    ``doubt`` is what the cautions on it leave open of that load, a ``Doubt`` or empty;
    ``proven`` is then the highest that is not in doubt, where there is one; ``first`` is
    what is named before all: the proven one, else this.
    """

    value: float
    result_id: UUID
    engine_title: str
    threads: int | None
    provenance: Provenance
    doubt: str
    proven: "BestFigure | None" = None

    @property
    def first(self) -> "BestFigure":
        return self.proven or self


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassFigures:
    """``best`` has a key of LOADS where the class has such a result."""

    best: Mapping[str, BestFigure]
    result_count: int


def figures_of(
    class_ids: Collection[UUID], user: Viewer, *, loads: Collection[str] = tuple(LOADS)
) -> dict[UUID, ClassFigures]:
    """The figures of a page of classes; of some loads alone if told.

    Two queries, and two more where a figure is in doubt.
    """
    wanted = {name: results_of(name, user) for name in loads}
    found = _looked_up(class_ids, wanted, user)
    doubted = {pk: names for pk, each in found.items() if (names := _doubted(each))}
    if not doubted:
        return found
    names = set().union(*doubted.values())
    not_in_doubt = {
        name: rows.filter(is_proven(LOADS[name]))
        for name, rows in wanted.items()
        if name in names
    }
    proven = _looked_up(doubted, not_in_doubt, user)
    return found | {
        pk: _with_proven(found[pk], each.best) for pk, each in proven.items()
    }


def _looked_up(
    class_ids: Collection[UUID], wanted: Mapping[str, ResultQuerySet], user: Viewer
) -> dict[UUID, ClassFigures]:
    """The first of the wanted results of each load; two queries."""
    found = list(
        InstanceClass.objects.filter(pk__in=class_ids)
        .annotate(
            result_count=result_count(user),
            **{
                _result_name(name): Subquery(rows.values("pk")[:1])
                for name, rows in wanted.items()
            },
        )
        .order_by()
        .values("pk", "result_count", *map(_result_name, wanted))
    )
    best = {row[_result_name(name)] for row in found for name in wanted}
    rows = Result.objects.filter(pk__in=best - {None}).order_by()
    results = {row["pk"]: row for row in rows.values(*OF_A_RESULT)}
    return {
        row["pk"]: ClassFigures(
            best={
                name: _best_figure(results[row[_result_name(name)]], LOADS[name])
                for name in wanted
                if row[_result_name(name)] in results
            },
            result_count=row["result_count"],
        )
        for row in found
    }


def _doubted(figures: ClassFigures) -> set[str]:
    return {name for name, best in figures.best.items() if best.doubt}


def is_proven(load: Load) -> Q:
    """As ``_best_figure`` has it: a load of any regime leaves that open itself."""
    return ~Q(doubt=Doubt.FIGURE) if load.regime is None else Q(doubt="")


def _with_proven(
    figures: ClassFigures, proven: Mapping[str, BestFigure]
) -> ClassFigures:
    best = {
        name: replace(best, proven=proven.get(name)) if best.doubt else best
        for name, best in figures.best.items()
    }
    return replace(figures, best=best)


def best_value(name: str, user: Viewer) -> Subquery:
    """The best figure as an annotation of a class; to filter and to sort by."""
    return Subquery(results_of(name, user).values(LOADS[name].figure)[:1])


def has_figure(name: str, user: Viewer) -> Exists:
    return Exists(results_of(name, user).order_by())


def has_measured(user: Viewer) -> Exists:
    return Exists(_of_class(user).filter(provenance=Provenance.MEASURED))


def result_count(user: Viewer) -> Subquery:
    """Every visible result of a class, those that count in no best figure too."""
    # A plain COUNT: the one of Django's aggregates would group the rows before.
    counted = Func(F("pk"), function="COUNT", output_field=IntegerField())
    rows = _of_class(user).order_by().annotate(count=counted)
    return Subquery(rows.values("count"))


def results_of(name: str, user: Viewer) -> ResultQuerySet:
    """What the outer class has of a load, the best first; of equals always the same."""
    load = LOADS[name]
    wanted: dict[str, Any] = {"workload": load.workload}  # values of a filter
    if load.regime is not None:
        wanted["regime"] = load.regime
    # Others were loaded in another way than the workload says.
    return (
        _of_class(user)
        .counted()
        # neither none nor, of a damaged row, endless or not a number
        .filter(variant="", **wanted, **{f"{load.figure}__lt": inf})
        .order_by(f"-{load.figure}", "created_at", "pk")
    )


def _of_class(user: Viewer) -> ResultQuerySet:
    return Result.objects.visible_to(user).filter(instance_class=OuterRef("pk"))


def _result_name(name: str) -> str:
    return f"best_{name}"


def _best_figure(row: Mapping[str, Any], load: Load) -> BestFigure:  # Any: columns
    # a load of any regime asks for none
    is_asked = load.regime is not None or row["doubt"] != Doubt.REGIME
    return BestFigure(
        value=row[load.figure],
        result_id=row["pk"],
        engine_title=engine_title(row["engine"], row["engine_version"]),
        threads=row["threads"],
        provenance=Provenance(row["provenance"]),
        doubt=row["doubt"] if is_asked else "",
    )
