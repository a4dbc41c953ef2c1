"""Load generators with all that is printed of them."""

from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.shortcuts import get_object_or_404

from benchruns.generators import registration
from benchruns.models import Attempt, Generator, Run
from benchruns.names.generator_labels import typed
from portal.queries import runs
from portal.web.permissions import Viewer


def listed() -> QuerySet[Generator]:
    """By name, with their ``state``."""
    return registration.with_states().order_by("name", "id")


def shown(generator_id: UUID) -> Generator:
    return get_object_or_404(listed(), pk=generator_id)


def runs_of(generator: Generator, viewer: Viewer) -> QuerySet[Run]:
    """What it has tried to carry out, newest first, as far as the viewer may see runs."""
    tries = Attempt.objects.filter(run=OuterRef("pk"), worker=generator.name)
    return runs.listed(viewer).filter(Exists(tries)).order_by("-created_at", "-id")


def known_labels() -> list[str]:
    """Each label that one has which is connected, as it is asked for."""
    found = {
        typed({name: text})
        for each in registration.there()
        for name, text in each.labels.items()
    }
    return sorted(found)
