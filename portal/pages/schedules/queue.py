"""What waits for its turn, and what waits for its time; a sweep's runs as one line."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from benchruns.models import Run
from benchruns.runs.queue_places import Place, places
from benchruns.vocabulary import RunState
from portal.pages.runs.rows import RunRow, row_of, rows_of
from portal.queries import runs as run_queries
from portal.web.requests import UserRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingLine:
    """A run that waits, or those of a sweep that follow one another: ``rows``."""

    rows: Sequence[RunRow]

    @property
    def first(self) -> RunRow:
        return self.rows[0]

    @property
    def last(self) -> RunRow:
        return self.rows[-1]

    @property
    def fewest_threads(self) -> int:
        return min(row.threads for row in self.rows)

    @property
    def most_threads(self) -> int:
        return max(row.threads for row in self.rows)


def scheduled_lines(request: UserRequest, listed: QuerySet[Run]) -> list[WaitingLine]:
    """What waits for its time, the next first."""
    waiting = listed.filter(state=RunState.SCHEDULED)
    order = ("not_before", "sweep", "sweep_position", "id")
    return _lines(rows_of(waiting.order_by(*order), viewer=request.user))


def server_queues(request: UserRequest, listed: QuerySet[Run]) -> list[dict[str, Any]]:
    """One queue a server, in the order in which its runs will start."""
    found = places()
    queued = listed.filter(state=RunState.QUEUED)
    waiting = [(run, found[run.pk]) for run in queued if run.pk in found]
    waiting.sort(key=lambda pair: (str(pair[1].server), pair[1].position))
    running = _visible_runs(request, [place for _run, place in waiting])
    queues = []
    for _server, group in groupby(waiting, key=lambda pair: pair[1].server):
        members = list(group)
        first = members[0][1]
        queues.append(
            {
                "place": row_of(members[0][0], viewer=request.user).place,
                "busy": first.busy_with is not None,
                "running": running.get(first.busy_with) if first.busy_with else None,
                "lines": _lines(
                    row_of(
                        run,
                        viewer=request.user,
                        position=place.position,
                        is_unserved=place.unserved is not None,
                    )
                    for run, place in members
                ),
            }
        )
    return queues


def _lines(rows: Iterable[RunRow]) -> list[WaitingLine]:
    """Neighbours of one sweep in one line."""
    return [
        WaitingLine(rows=tuple(group))
        for _key, group in groupby(rows, lambda row: row.run.sweep_id or row.run.pk)
    ]


def _visible_runs(request: UserRequest, places: list[Place]) -> dict[UUID, RunRow]:
    """The runs that have the servers now, those that this user may see."""
    ids = {place.busy_with for place in places if place.busy_with}
    found = run_queries.listed(request.user).filter(pk__in=ids)
    return {row.run.pk: row for row in rows_of(found, viewer=request.user)}
