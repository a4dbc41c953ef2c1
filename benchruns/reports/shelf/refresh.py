"""The one writer of what is kept of versions, from their results.

What changed meanwhile is noted again, and so written again at the next look: notes are
locked and read first, results after them. Two who look at once take turns at a version.
"""

from collections import defaultdict
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Count

from benchruns.models import ChangedVersion, Result, VersionSummary
from benchruns.models.results import ResultQuerySet
from benchruns.reports.shelf.papers import papers_of, tables_of
from benchruns.reports.shelf.shelf import pictures_of
from benchruns.results.kinds import kinds_of
from benchruns.results.version_summaries import MADE_FOR, Key
from benchruns.vocabulary import ResultStatus

NOBODY = AnonymousUser()


def refresh() -> int:
    """Of all versions that changed, and those of which an older release kept something;
    how many they were."""
    _note(
        VersionSummary.objects.exclude(made_for=MADE_FOR).values_list(
            "engine", "engine_version"
        )
    )
    total = 0
    while changed := ChangedVersion.objects.order_by("pk").first():
        _one((changed.engine, changed.engine_version))
        total += 1
    return total


def rebuild() -> int:
    """Of all versions, whatever is noted."""
    versions = Result.objects.order_by().values_list("engine", "engine_version")
    _note(versions.distinct())
    return refresh()


def _note(versions: Any) -> None:  # pairs
    ChangedVersion.objects.bulk_create(
        ChangedVersion(engine=engine, engine_version=version)
        for engine, version in versions
    )


@transaction.atomic
def _one(key: Key) -> None:
    engine, version = key
    notes = ChangedVersion.objects.filter(engine=engine, engine_version=version)
    ids = list(notes.order_by("pk").select_for_update().values_list("pk", flat=True))
    _write(key)
    ChangedVersion.objects.filter(pk__in=ids).delete()


def _write(key: Key) -> None:
    engine, version = key
    of_all = Result.objects.filter(
        engine=engine, engine_version=version, status=ResultStatus.CURRENT
    )
    counts = _counts(of_all)
    if not counts:
        VersionSummary.objects.filter(engine=engine, engine_version=version).delete()
        return
    public = of_all.visible_to(NOBODY)
    pictures = pictures_of(public)
    picture = pictures.found.get(key)
    VersionSummary.objects.update_or_create(
        engine=engine,
        engine_version=version,
        defaults={
            "counts": counts,
            "class_count": _classes(public),
            "class_count_of_all": _classes(of_all),
            "kinds": kinds_of(of_all),
            "papers": papers_of(public),
            "tables": [list(each) for each in tables_of(of_all).get(key, ())],
            "tile": picture.as_json() if picture else None,
            "left_out": pictures.left_out,
            "made_for": MADE_FOR,
        },
    )


def _counts(results: ResultQuerySet) -> dict[str, dict[str, dict[str, int]]]:
    found: dict[str, dict[str, dict[str, int]]] = defaultdict(lambda: defaultdict(dict))
    for visibility, provenance, workload, count in (
        results.order_by()
        .values_list("visibility", "provenance", "workload")
        .annotate(Count("pk"))
    ):
        found[visibility][provenance][workload] = count
    return found


def _classes(results: ResultQuerySet) -> int:
    found = results.aggregate(count=Count("instance_class", distinct=True))
    return int(found["count"])
