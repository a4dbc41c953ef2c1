"""The places of queued runs: on each server users take turns, each one's oldest run first.

So a user with a hundred runs has one of them done, then somebody else's comes. Runs that
ask for load generators that are not there come last: they keep nobody waiting. Those of a
closed account have none.
"""

from collections import defaultdict
from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import zip_longest
from typing import TypeVar
from uuid import UUID

from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from benchruns.emergency import stop
from benchruns.generators import promised, routes
from benchruns.generators.routes import Wanted
from benchruns.models import Run, RunTurn, Server
from benchruns.vocabulary import RunState

# A run of several is given way to for as long; then generators are kept for it.
PATIENCE = timedelta(minutes=10)
TURNS_LAST = timedelta(days=30)  # those of runs that are deleted
_NEVER = datetime.min.replace(tzinfo=UTC)
# id, owner, state, the server it runs on, the server last reached, the endpoint, the
# labels that its generators have to have, how many they are, the load
_Row = tuple[UUID, int, str, UUID | None, UUID | None, UUID, dict[str, str], int, str]
# When an owner's last run began on a server
_Begun = dict[tuple[UUID, int], datetime]
_Key = TypeVar("_Key")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Waiting:
    """A queued run; ``server`` is its endpoint while that has not been reached yet."""

    run: UUID
    owner: int
    server: UUID
    wanted: Wanted = field(compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """``position`` counts from 1; ``busy_with`` is the run that has the server now.

    ``unserved`` is what it asks for that the load generators which are there cannot serve.
    """

    server: UUID
    position: int
    busy_with: UUID | None
    unserved: Wanted | None = None


def places() -> dict[UUID, Place]:
    """The place of every queued run that may begin, whoever owns it.

    One query, one more where runs wait, and one where several users wait for one server. A
    server that has not been reached yet counts by its endpoint.
    """
    busy, queues, unserved = _busy_and_queues()
    return {
        each.run: Place(
            server=server,
            position=position,
            busy_with=busy.get(server),
            unserved=unserved.get(each.run),
        )
        for server, in_turn in queues.items()
        for position, each in enumerate(in_turn, start=1)
    }


def announceable() -> dict[UUID, Wanted]:
    """The queued runs that a worker could claim now, with what it has to have: the
    first one of each idle server. One of several generators is not while too few are idle.

    That of the user whose last run began longest ago comes first, so that nobody's many
    servers keep others waiting. None is while staff have stopped all load.
    """
    if stop.standing() is not None:
        return {}
    busy, queues, unserved = _busy_and_queues()
    heads = [in_turn[0] for server, in_turn in queues.items() if server not in busy]
    heads = [head for head in heads if head.run not in unserved]
    begun = _last_begun({head.owner for head in heads})
    heads.sort(key=lambda head: begun.get(head.owner, _NEVER))
    too_few = promised.too_few_to_spare({head.run: head.wanted for head in heads})
    return {head.run: head.wanted.by_one for head in heads if head.run not in too_few}


def others_in_need(run: Run) -> list[Wanted]:
    """Of another run of several, first on an idle server, that has waited for longer than
    ``PATIENCE`` while generators became idle one by one: what it asks for.

    Of the one that waits longest alone: two that are given way to could wait for each other.
    """
    long_ago = timezone.now() - PATIENCE
    asking = Run.objects.filter(
        state=RunState.QUEUED, generators__gt=1, queued_at__lt=long_ago
    )
    in_need = asking.order_by("queued_at", "id").values_list("pk", flat=True)
    if not (oldest_first := list(in_need)) or stop.standing() is not None:
        return []
    busy, queues, unserved = _busy_and_queues()
    heads = {
        in_turn[0].run: in_turn[0].wanted
        for server, in_turn in queues.items()
        if server not in busy and in_turn[0].run not in unserved
    }
    first = next((each for each in oldest_first if each in heads), None)
    return [] if first is None or first == run.pk else [heads[first]]


def waits_behind_another(run: Run, server: Server) -> bool:
    """Whether another queued run goes first on this server.

    Two endpoints of one server are known to be that once both were reached.
    """
    others = Run.objects.filter(
        endpoint__server=server, state=RunState.QUEUED, owner__is_active=True
    )
    rivals = others | Run.objects.filter(pk=run.pk)
    waiting = [
        _Waiting(run=run_id, owner=owner, server=server.pk, wanted=Wanted.asked(*asked))
        for run_id, owner, *asked in rivals.order_by("queued_at", "id").values_list(
            "id", "owner_id", *routes.ASKED
        )
    ]
    in_turn = _in_turn(waiting, unserved=_unserved(waiting)).get(server.pk, [])
    return any(first.run != run.pk for first in in_turn[:1])


def _busy_and_queues() -> tuple[
    dict[UUID | None, UUID], dict[UUID, list[_Waiting]], dict[UUID, Wanted]
]:
    """By server the run that has it now, and the queued ones in their order; and what those
    ask for that no generator can serve now."""
    busy: dict[UUID | None, UUID] = {}
    waiting = []
    for run, owner, state, server, last, endpoint, labels, count, load in _rows():
        if state == RunState.RUNNING:
            busy[server] = run
        else:
            queue = last or endpoint
            wanted = Wanted.asked(labels, count, load)
            waiting.append(_Waiting(run=run, owner=owner, server=queue, wanted=wanted))
    unserved = _unserved(waiting)
    return busy, _in_turn(waiting, unserved=unserved), unserved


def _unserved(waiting: Iterable[_Waiting]) -> dict[UUID, Wanted]:
    return routes.unserved({each.run: each.wanted for each in waiting})


def _rows() -> Iterable[_Row]:
    return (
        Run.objects.filter(
            Q(state=RunState.QUEUED, owner__is_active=True) | Q(state=RunState.RUNNING)
        )
        .order_by("queued_at", "id")
        .values_list(
            "id",
            "owner_id",
            "state",
            "server_id",
            "endpoint__server_id",
            "endpoint_id",
            *routes.ASKED,
        )
    )


def _in_turn(
    oldest_first: Iterable[_Waiting], *, unserved: Container[UUID]
) -> dict[UUID, list[_Waiting]]:
    """By server: each user's first run, then each one's second, and so on.

    The user goes first whose last run on that server began longest ago; ``unserved`` last.
    """
    queues: dict[UUID, dict[int, list[_Waiting]]] = defaultdict(dict)
    for each in oldest_first:
        queues[each.server].setdefault(each.owner, []).append(each)
    begun = _last_begun_on(
        {server for server, owners in queues.items() if len(owners) > 1}
    )
    dealt = {
        server: _dealt(server, owners, begun=begun) for server, owners in queues.items()
    }
    for in_turn in dealt.values():
        in_turn.sort(key=lambda each: each.run in unserved)
    return dealt


def _dealt(
    server: UUID, owners: dict[int, list[_Waiting]], *, begun: _Begun
) -> list[_Waiting]:
    """Owners come by their oldest run, which decides between two who never had a turn."""
    turns = sorted(owners, key=lambda owner: begun.get((server, owner), _NEVER))
    rounds = zip_longest(*(owners[owner] for owner in turns))
    return [each for one_round in rounds for each in one_round if each is not None]


def keep_turn_of(run: Run) -> None:
    """Of a run that is to be deleted: its user had a turn, and waits as if it were there.

    Turns of long ago go meanwhile; whoever waits so long has waited enough.
    """
    past = timezone.now() - TURNS_LAST
    RunTurn.objects.filter(at__lt=past).delete()
    if run.started_at is None or run.server_id is None or run.started_at < past:
        return
    turn, is_new = RunTurn.objects.get_or_create(
        user_id=run.owner_id, server_id=run.server_id, defaults={"at": run.started_at}
    )
    if not is_new:
        later = RunTurn.objects.filter(pk=turn.pk, at__lt=run.started_at)
        later.update(at=run.started_at)


def _begun_runs() -> QuerySet[Run]:
    """A run that was lost and waits again has cost its user no turn."""
    begun = Run.objects.filter(started_at__isnull=False)
    return begun.exclude(state=RunState.QUEUED).order_by()


def _last_begun(owners: set[int]) -> dict[int, datetime]:
    runs = _begun_runs().filter(owner__in=owners)
    of_runs = runs.values_list("owner_id").annotate(last=Max("started_at"))
    turns = RunTurn.objects.filter(user__in=owners)
    return _latest(of_runs.union(turns.values_list("user_id").annotate(last=Max("at"))))


def _last_begun_on(servers: set[UUID]) -> _Begun:
    if not servers:
        return {}
    runs = _begun_runs().filter(server__in=servers).values_list("server_id", "owner_id")
    turns = RunTurn.objects.filter(server__in=servers)
    of_turns = turns.values_list("server_id", "user_id", "at")
    last = runs.annotate(last=Max("started_at")).union(of_turns)
    return _latest(((server, owner), at) for server, owner, at in last)


def _latest(times: Iterable[tuple[_Key, datetime]]) -> dict[_Key, datetime]:
    """Of each key its last."""
    latest: dict[_Key, datetime] = {}
    for key, at in times:
        latest[key] = max(at, latest.get(key, at))
    return latest
