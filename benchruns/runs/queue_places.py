"""The places of queued runs: first in, first out for each server."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from django.db.models import Max, Q
from django.db.models.functions import Coalesce

from benchruns.emergency import stop
from benchruns.models import Run, Server
from benchruns.vocabulary import RunState

_NEVER = datetime.min.replace(tzinfo=UTC)
# id, state, the server it runs on, the server last reached, the endpoint
_Row = tuple[UUID, str, UUID | None, UUID | None, UUID]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """``position`` counts from 1; ``busy_with`` is the run that has the server now."""

    server: UUID
    position: int
    busy_with: UUID | None


def places() -> dict[UUID, Place]:
    """The place of every queued run, whoever owns it; one query.

    A server that has not been reached yet counts by its endpoint.
    """
    busy: dict[UUID | None, UUID] = {}
    waiting: list[tuple[UUID, UUID]] = []
    for run, state, server, last_server, endpoint in _rows():
        if state == RunState.RUNNING:
            busy[server] = run
        else:
            waiting.append((run, last_server or endpoint))
    seen: Counter[UUID] = Counter()
    found = {}
    for run, server in waiting:
        seen[server] += 1
        found[run] = Place(
            server=server, position=seen[server], busy_with=busy.get(server)
        )
    return found


def _rows() -> Iterable[_Row]:
    return (
        Run.objects.filter(state__in=[RunState.QUEUED, RunState.RUNNING])
        .order_by("queued_at", "id")
        .values_list("id", "state", "server_id", "endpoint__server_id", "endpoint_id")
    )


def announceable() -> list[UUID]:
    """The queued runs that a worker could claim now: the first one of each idle server.

    That of the user whose last run began longest ago comes first, so that nobody's many
    servers keep others waiting. A run whose server has not been reached yet counts by its
    endpoint. None is while staff have stopped all load.
    """
    if stop.standing() is not None:
        return []
    running = Run.objects.filter(state=RunState.RUNNING)
    seen: set[object] = set(running.values_list("server_id", flat=True))
    heads: list[tuple[UUID, int]] = []
    queued = Run.objects.filter(state=RunState.QUEUED).order_by("queued_at", "id")
    places = queued.annotate(place=Coalesce("endpoint__server_id", "endpoint_id"))
    for run_id, place, owner in places.values_list("id", "place", "owner_id"):
        if place not in seen:
            seen.add(place)
            heads.append((run_id, owner))
    begun = _last_begun({owner for _run, owner in heads})
    heads.sort(key=lambda head: begun.get(head[1], _NEVER))
    return [run_id for run_id, _owner in heads]


def _last_begun(owners: set[int]) -> dict[int, datetime]:
    runs = Run.objects.filter(owner__in=owners, started_at__isnull=False).order_by()
    return dict(runs.values_list("owner_id").annotate(Max("started_at")))


def waits_behind_another(run: Run, server: Server) -> bool:
    """Whether an older queued run wants this server, too.

    Two endpoints of one server are known to be that once both were reached.
    """
    older = Q(queued_at__lt=run.queued_at) | Q(queued_at=run.queued_at, id__lt=run.id)
    return (
        Run.objects.filter(older, state=RunState.QUEUED, endpoint__server=server)
        .exclude(pk=run.pk)
        .exists()
    )
