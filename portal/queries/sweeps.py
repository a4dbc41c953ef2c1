"""Sweeps with what their pages print, in a fixed number of queries."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet
from django.shortcuts import get_object_or_404

from benchruns.models import Attempt, DataSet, Run, Sweep
from portal.web.permissions import Viewer


def visible(viewer: Viewer) -> QuerySet[Sweep]:
    return Sweep.objects.visible_to(viewer).select_related("owner", "endpoint")


def listed(viewer: Viewer) -> QuerySet[Sweep]:
    """With ``seen_runs`` and their results; nothing of how an attempt went."""
    runs = (
        Run.objects.visible_to(viewer)
        .defer("output_tail", "differences", "result__tool_facts")
        .select_related(
            "endpoint__instance_class", "result__instance_class", "result__exclusion"
        )
        .prefetch_related(Prefetch("attempts", Attempt.objects.none()))
        .order_by("sweep_position")
    )
    return visible(viewer).prefetch_related(Prefetch("runs", runs, to_attr="seen_runs"))


def shown(viewer: Viewer, sweep_id: UUID) -> Sweep:
    """One sweep, or 404 for who may see none of its runs."""
    return get_object_or_404(visible(viewer), pk=sweep_id)


def runs_of(sweep: Sweep, viewer: Viewer) -> Sequence[Run]:
    """The runs that may be seen, in order, with results and last evidence."""
    attempts = Attempt.objects.only("run_id", "number", "evidence")
    return list(
        Run.objects.visible_to(viewer)
        .filter(sweep=sweep)
        .select_related(
            "owner",
            "endpoint__instance_class",
            "result__instance_class",
            "result__exclusion",
            "reproduces__campaign",
            "reproduces__source",
            "reproduces__provider",
            "reproduces__instance_class",
            "reproduces__exclusion",
        )
        .prefetch_related(Prefetch("attempts", attempts))
        .order_by("sweep_position")
    )


def seen_of(sweep: Sweep) -> Sequence[Run]:
    """Those that ``listed`` has read."""
    runs: list[Run] = sweep.seen_runs  # type: ignore[attr-defined]  # prefetched
    return runs


def data_sets_of(sweep: Sweep) -> Sequence[DataSet]:
    """What its runs loaded, or found kept; the newest first."""
    of_it = Q(run__sweep=sweep) | Q(used_by__sweep=sweep)
    return list(DataSet.objects.filter(of_it).select_related("run").distinct())
