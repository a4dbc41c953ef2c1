"""The best figures of a class, each with the result that it comes from."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.db.models import Subquery

from benchruns.catalogue.best_results import is_proven, live_count, results_of
from benchruns.catalogue.loads import LOADS, Load
from benchruns.catalogue.summaries.validity import Viewer, holds
from benchruns.engines import engine_title
from benchruns.figures.statistics import Summary
from benchruns.models import InstanceClass, Result
from benchruns.models.results import ResultQuerySet
from benchruns.results.repeats import repeats_of
from benchruns.vocabulary import Doubt, Provenance

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
    what is named before all: the proven one, else this. ``repeats`` are those that it is the
    best of, where they were asked for and there are several.
    """

    value: float
    result_id: UUID
    engine_title: str
    threads: int | None
    provenance: Provenance
    doubt: str
    proven: "BestFigure | None" = None
    repeats: Summary | None = None

    @property
    def is_published(self) -> bool:
        return self.provenance == Provenance.PUBLISHED

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

    By what is kept of each, in two queries, and by the results of those where that does not
    hold.
    """
    kept = _kept(class_ids, user, loads)
    others = [each for each in class_ids if each not in kept]
    return kept | live_figures(others, user, loads=loads) if others else kept


def _kept(
    class_ids: Collection[UUID], user: Viewer, loads: Collection[str]
) -> dict[UUID, ClassFigures]:
    classes = InstanceClass.objects.filter(holds(user), pk__in=class_ids).order_by()
    columns = ("pk", "summary__result_count", "summary__best", "summary__proven")
    found = list(classes.values_list(*columns))
    results = _results(
        {
            kept[name]
            for _pk, _count, *both in found
            for kept in both
            for name in loads
            if name in kept
        }
    )

    def best_of(kept: Mapping[str, str]) -> dict[str, BestFigure]:
        return {
            name: _best_figure(results[kept[name]], LOADS[name])
            for name in loads
            if kept.get(name) in results
        }

    return {
        pk: _with_proven(
            ClassFigures(best=best_of(best), result_count=count), best_of(proven)
        )
        for pk, count, best, proven in found
    }


def _results(ids: Collection[str]) -> dict[str, Mapping[str, Any]]:  # Any: columns
    rows = Result.objects.filter(pk__in=ids).order_by()
    return {str(row["pk"]): row for row in rows.values(*OF_A_RESULT)}


def with_repeats(
    figures: Mapping[UUID, ClassFigures], user: Viewer
) -> dict[UUID, ClassFigures]:
    """The same, of one class or a page, each first figure with its repeats.

    Four queries; none where all are of papers, which repeat nothing.
    """
    first = [each.first for found in figures.values() for each in found.best.values()]
    own = {each.result_id for each in first if not each.is_published}
    results = list(Result.objects.filter(pk__in=own)) if own else []
    repeats = repeats_of(results, user=user) if results else {}

    def repeated(name: str, best: BestFigure) -> BestFigure:
        if best.proven:
            return replace(best, proven=repeated(name, best.proven))
        group = repeats.get(best.result_id)
        told = group.of_several(LOADS[name].figure) if group else None
        return replace(best, repeats=told)

    return {
        pk: replace(
            found,
            best={name: repeated(name, each) for name, each in found.best.items()},
        )
        for pk, found in figures.items()
    }


def live_figures(
    class_ids: Collection[UUID], user: Viewer, *, loads: Collection[str] = tuple(LOADS)
) -> dict[UUID, ClassFigures]:
    """From the results; two queries, and two more where a figure is in doubt."""
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
            result_count=live_count(user),
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


def _with_proven(
    figures: ClassFigures, proven: Mapping[str, BestFigure]
) -> ClassFigures:
    best = {
        name: replace(best, proven=proven.get(name)) if best.doubt else best
        for name, best in figures.best.items()
    }
    return replace(figures, best=best)


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
