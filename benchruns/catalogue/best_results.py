"""Which results a class's best figures are, as parts of queries of classes.

Results that are left out, and those loaded in another way than the workload says, are
no best figure. Each is looked up by the index on (class, workload, regime, TPS), never by
an aggregate over all results.
"""

import operator
from functools import reduce
from math import inf
from typing import Any

from django.db.models import (
    Case,
    Exists,
    Expression,
    ExpressionWrapper,
    F,
    Func,
    IntegerField,
    OuterRef,
    Q,
    Subquery,
    When,
)

from benchruns.catalogue.loads import FLAGS, LOADS, Load
from benchruns.catalogue.summaries.validity import Viewer, kept_or_live
from benchruns.models import Result
from benchruns.models.results import ResultQuerySet
from benchruns.vocabulary import Doubt, Provenance

Counted = Expression | Subquery


def best_value(name: str, user: Viewer) -> Subquery:
    """The best figure as an annotation of a class; to filter and to sort by."""
    return Subquery(results_of(name, user).values(LOADS[name].figure)[:1])


def sure_value(name: str, user: Viewer) -> Subquery:
    """The same of results that are not in doubt."""
    rows = results_of(name, user).filter(is_proven(LOADS[name]))
    return Subquery(rows.values(LOADS[name].figure)[:1])


def has_figure(name: str, user: Viewer) -> Exists:
    return Exists(results_of(name, user).order_by())


def has_measured(user: Viewer) -> Exists:
    return Exists(_of_class(user).filter(provenance=Provenance.MEASURED))


def result_count(user: Viewer) -> Counted:
    """Every visible result of a class, those that count in no best figure too."""
    return kept_or_live("result_count", live_count(user), user)


def live_count(user: Viewer) -> Subquery:
    # A plain COUNT: the one of Django's aggregates would group the rows before.
    counted = Func(F("pk"), function="COUNT", output_field=IntegerField())
    rows = _of_class(user).order_by().annotate(count=counted)
    return Subquery(rows.values("count"))


def has_flags(user: Viewer) -> Counted:
    """One number with a bit for each of FLAGS: a column less to read for each class."""
    return kept_or_live("flags", live_flags(user), user)


def live_flags(user: Viewer) -> Expression:
    answers = [has_figure(name, user) for name in FLAGS if name in LOADS]
    bits: list[Expression] = [
        Case(When(answer, then=2**place), default=0, output_field=IntegerField())
        for place, answer in enumerate([*answers, has_measured(user)])
    ]
    return ExpressionWrapper(reduce(operator.add, bits), output_field=IntegerField())


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


def is_proven(load: Load) -> Q:
    """A load of any regime leaves that open itself."""
    return ~Q(doubt=Doubt.FIGURE) if load.regime is None else Q(doubt="")
