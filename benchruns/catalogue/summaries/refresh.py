"""The one writer of what is kept of classes, from their results.

What changed meanwhile is noted again, and so written again at the next look: notes are
locked and read first, results after them. Two who look at once take turns at a class.
What a class's results say of its submitted ones is found anew with it.
"""

from collections.abc import Collection, Mapping
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db import transaction

from benchruns.catalogue.best_results import live_flags
from benchruns.catalogue.figures import BestFigure, live_figures
from benchruns.catalogue.loads import MADE_FOR
from benchruns.catalogue.summaries.fastest import write_fastest
from benchruns.models import (
    ChangedClass,
    ClassSummary,
    InstanceClass,
    Result,
)
from benchruns.results.datachecks import best_of_class
from benchruns.vocabulary import Provenance

MOST = 200  # classes at a time
NOBODY = AnonymousUser()
KEPT = ["result_count", "flags", "versions", "best", "proven", "made_for"]


def refresh() -> int:
    """Of all classes that changed, and those of which nothing is kept; how many they were."""
    lacking = InstanceClass.objects.exclude(summary__made_for=MADE_FOR)
    _note(lacking.values_list("pk", flat=True))
    total = 0
    while ChangedClass.objects.exists():
        total += _some()
    return total


def rebuild() -> int:
    """Of all classes, whatever is noted."""
    _note(InstanceClass.objects.values_list("pk", flat=True))
    return refresh()


def _note(class_ids: Collection[UUID]) -> None:
    ChangedClass.objects.bulk_create(
        [ChangedClass(instance_class_id=each) for each in class_ids], batch_size=MOST
    )


@transaction.atomic
def _some() -> int:
    changed = ChangedClass.objects.values_list("instance_class", flat=True)
    class_ids = list(changed.order_by().distinct()[:MOST])
    notes = ChangedClass.objects.filter(instance_class__in=class_ids).order_by("pk")
    noted = list(notes.select_for_update().values_list("pk", flat=True))
    _write(class_ids)
    ChangedClass.objects.filter(pk__in=noted).delete()
    return len(class_ids)


def _write(class_ids: Collection[UUID]) -> None:
    best_of_class.refresh(Result.objects.filter(instance_class__in=class_ids))
    results = Result.objects.visible_to(NOBODY).filter(instance_class__in=class_ids)
    versions: dict[UUID | None, list[tuple[str, str]]] = {}
    of_papers = results.filter(provenance=Provenance.PUBLISHED, variant="")
    for class_id, *version in (
        of_papers.exclude(engine_version="")
        .order_by("engine", "engine_version")
        .values_list("instance_class", "engine", "engine_version")
        .distinct()
    ):
        versions.setdefault(class_id, []).append((version[0], version[1]))
    classes = InstanceClass.objects.filter(pk__in=class_ids).order_by()
    flags = dict(classes.annotate(has=live_flags(NOBODY)).values_list("pk", "has"))
    figures = live_figures(class_ids, NOBODY)
    ClassSummary.objects.bulk_create(
        [
            ClassSummary(
                instance_class_id=class_id,
                result_count=figures[class_id].result_count,
                flags=flags[class_id],
                versions=versions.get(class_id, []),
                best=_ids(figures[class_id].best),
                proven=_ids(_proven(figures[class_id].best)),
                made_for=MADE_FOR,
            )
            for class_id in flags
            if class_id in figures
        ],
        update_conflicts=True,
        unique_fields=["instance_class"],
        update_fields=KEPT,
    )
    write_fastest(classes.in_bulk(), results)


def _ids(best: Mapping[str, BestFigure]) -> dict[str, str]:
    return {name: str(each.result_id) for name, each in best.items()}


def _proven(best: Mapping[str, BestFigure]) -> dict[str, BestFigure]:
    return {name: each.proven for name, each in best.items() if each.proven}
