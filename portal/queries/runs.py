"""Runs with all that their pages print, in a fixed number of queries."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404

from benchruns.models import Attempt, Run
from benchruns.parsers.settings.recognised import without_names
from benchruns.workloads import WORKLOADS
from portal.web.permissions import Viewer


def listed(viewer: Viewer) -> QuerySet[Run]:
    return (
        Run.objects.visible_to(viewer)
        .select_related("owner", "endpoint__instance_class", "result")
        .defer("output_tail", "result__findings", "result__parameter_settings")
    )


def named(found: QuerySet[Run], viewer: Viewer, text: str) -> QuerySet[Run]:
    """Those with the text in name or note, as far as the viewer may see these."""
    seen = found.labels_seen_by(viewer)  # type: ignore[attr-defined]  # of RunQuerySet
    has_text = Q(name__icontains=text) | Q(note__icontains=text)
    hits: QuerySet[Run] = seen.filter(has_text)
    return hits


def tagged(found: QuerySet[Run], viewer: Viewer, tag: str) -> QuerySet[Run]:
    """Those with the tag, as far as the viewer may see tags."""
    seen = found.labels_seen_by(viewer)  # type: ignore[attr-defined]  # of RunQuerySet
    hits: QuerySet[Run] = seen.tagged(tag.strip().lower())
    return hits


def shown(viewer: Viewer, run_id: UUID) -> Run:
    """One run with its endpoint and result, or 404 for who may not see it."""
    run = get_object_or_404(
        Run.objects.visible_to(viewer).select_related(
            "owner",
            "server",
            "endpoint__server",
            "endpoint__instance_class__provider",
            "result__instance_class__provider",
            "sweep",
            "occurrence__schedule",
            "data_set",
            "reproduces__instance_class__provider",
            "reproduces__provider",
            "reproduces__campaign",
            "reproduces__source",
        ),
        pk=run_id,
    )
    run.parameters = all_parameters(run)
    return run


def all_parameters(run: Run) -> dict[str, Any]:
    """With defaults for those that did not exist when the run was asked for."""
    workload = WORKLOADS.get(run.workload)
    defaults = {p.name: p.default for p in workload.parameters} if workload else {}
    return {**defaults, **run.parameters}


def attempts_of(run: Run, *, sees_all: bool) -> Sequence[Attempt]:
    """Settings of its server that may tell whose it is are for owner and staff alone."""
    found = list(run.attempts.select_related("variables").order_by("number"))
    for attempt in found if not sees_all else ():
        for group in ("settings", "durability"):
            stored = attempt.server_facts.get(group, {})
            attempt.server_facts[group] = without_names(stored)
    return found
