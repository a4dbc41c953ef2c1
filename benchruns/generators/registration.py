"""What load generators tell of themselves, and what that says of them now.

A row is only told and read: whether a run goes on is for its lease to say.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Value, When
from django.db.models.functions import Now
from django.utils import timezone

from benchruns.models import Generator, Run, RunPart
from benchruns.vocabulary import GeneratorState, RunState

TOLD_EVERY_SECONDS = 10
AWAY_AFTER = timedelta(seconds=60)
# Names of containers change with each start: their rows would only gather.
FORGOTTEN_AFTER = timedelta(days=30)


def tell(name: str, facts: Mapping[str, Any]) -> None:
    """Note that a generator is there; ``facts`` are ``{vcpus, memory_gb, os, tools, labels,
    scripts}``.

    Any number of workers may tell at once: the name is unique.
    """
    now = timezone.now()
    Generator.objects.update_or_create(
        name=name[:120], defaults={**facts, "seen_at": now}
    )
    Generator.objects.filter(seen_at__lt=now - FORGOTTEN_AFTER).delete()


def leave(name: str) -> None:
    """It is told to stop: nothing counts on it from now on, though it was seen just now."""
    Generator.objects.filter(name=name[:120]).update(
        seen_at=timezone.now() - AWAY_AFTER
    )


def with_states(*, now: datetime | None = None) -> QuerySet[Generator]:
    """All with their ``state`` (``GeneratorState``)."""
    away = (now or timezone.now()) - AWAY_AFTER
    state = Case(
        When(seen_at__lte=away, then=Value(GeneratorState.AWAY.value)),
        When(_holds_a_run(), then=Value(GeneratorState.BUSY.value)),
        default=Value(GeneratorState.IDLE.value),
    )
    return Generator.objects.annotate(state=state)


def there() -> QuerySet[Generator]:
    """Those that are not away, idle or busy, by name."""
    return Generator.objects.filter(seen_at__gt=timezone.now() - AWAY_AFTER)


def idle() -> QuerySet[Generator]:
    return there().exclude(_holds_a_run())


def _holds_a_run() -> Q:
    """Or a part of one that several make."""
    runs = Run.objects.filter(
        state=RunState.RUNNING,
        lease_owner=OuterRef("name"),
        lease_expires_at__gt=Now(),
    )
    parts = RunPart.objects.filter(worker=OuterRef("name"), lease_expires_at__gt=Now())
    return Q(Exists(runs)) | Q(Exists(parts))
