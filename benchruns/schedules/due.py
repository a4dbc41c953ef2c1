"""Starting what is due, and noting what came of it; done at each look of ``tend``.

Each time of a schedule is one row (``Occurrence``), so that two who look at once start it once.
Of times that passed unseen the last is made up for, unless it is long past, and the others
are told: never a burst.
"""

import logging
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import OperationalError, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.emergency import stop
from benchruns.errors import FieldError, FieldErrors, NotAllowed
from benchruns.generators import routes
from benchruns.generators.routes import Wanted
from benchruns.models import Endpoint, Occurrence, Run, Schedule
from benchruns.row_locks import lock_user
from benchruns.runs import request as run_request
from benchruns.runs.schedule import EndpointUnfit
from benchruns.schedules import changes, old_times
from benchruns.schedules.stored import request_of
from benchruns.vocabulary import (
    TERMINAL_STATES,
    OccurrenceState,
    PauseReason,
    RunState,
    WhenBusy,
)

MOST_AT_ONCE = 50  # the next look goes on where this one ended
LATE = timedelta(
    hours=1
)  # after which a time is missed: a nightly test is none at noon

FAULT = "a fault of Benchbook's, which its log has."
BUSY, STILL_WAITING, STOPPED = "busy", "still_waiting", "stopped"
# a refusal is told as to who would have asked for it
REFUSALS = (FieldError, FieldErrors, NotAllowed)

logger = logging.getLogger(__name__)


def tend(now: datetime | None = None) -> None:
    """Close what has ended, remove what is old, pause what cannot go on, start what is due."""
    note_ended()
    old_times.remove()
    _pause_where(PauseReason.ENDPOINT_GONE, endpoint__deleted_at__isnull=False)
    _pause_where(PauseReason.ACCOUNT_CLOSED, owner__is_active=False)
    due = Schedule.objects.filter(
        next_at__lte=now or timezone.now(), owner__is_active=True
    )
    ids: list[UUID] = list(due.order_by("next_at").values_list("pk", flat=True))
    for pk in ids[:MOST_AT_ONCE]:
        try:
            _start_due(pk, now or timezone.now())
        except OperationalError:  # of the portal's database: the next look may succeed
            logger.exception("schedule not started", extra={"schedule": str(pk)})
        except Exception:
            logger.exception("schedule not started", extra={"schedule": str(pk)})
            _pass_over(pk, now or timezone.now())


def run_now(schedule: Schedule) -> Occurrence:
    """One more time, by hand, whatever else runs, also while it is paused, unless by staff.

    Raises what refuses its run; nothing is noted then.
    """
    now = timezone.now()
    with transaction.atomic():
        lock_user(schedule.owner_id)
        schedule = changes.locked(schedule)
        if schedule.paused_for == PauseReason.BY_STAFF:
            raise NotAllowed(_("Staff paused it: ask them to resume it."))
        occurrence = Occurrence.objects.create(
            schedule=schedule,
            due_at=now,
            at=now,
            state=OccurrenceState.STARTED,
            is_by_hand=True,
        )
        _start(occurrence)
    return occurrence


def note_ended() -> None:
    """What came of the times whose runs have all ended; some failures in a row pause it."""
    going_on = Run.objects.filter(occurrence=OuterRef("pk")).exclude(
        state__in=TERMINAL_STATES
    )
    ended = Occurrence.objects.filter(
        ~Exists(going_on), state=OccurrenceState.STARTED
    ).order_by("at")
    for occurrence in ended.select_related("schedule")[:MOST_AT_ONCE]:
        states = set(occurrence.runs.values_list("state", flat=True))
        _note(occurrence, _outcome(states))


def _pause_where(reason: PauseReason, **holds: bool) -> None:
    go_on = Schedule.objects.filter(paused_at__isnull=True, **holds)
    for schedule in go_on[:MOST_AT_ONCE]:
        pause_itself(schedule, reason)


def pause_itself(schedule: Schedule, reason: PauseReason) -> None:
    """Paused, and its owner is told."""
    changes.pause(schedule, by=None, reason=reason)


@transaction.atomic
def _start_due(pk: UUID, now: datetime) -> None:
    owners = Schedule.objects.filter(pk=pk).values_list("owner_id", flat=True)
    if (owner_id := owners.first()) is None:
        return
    lock_user(owner_id)
    rows = Schedule.objects.select_for_update(
        skip_locked=True, of=("self",), no_key=True
    )
    schedule = rows.select_related("endpoint").filter(pk=pk, next_at__lte=now).first()
    if schedule is None or schedule.next_at is None:
        return
    rhythm = changes.rhythm_of(schedule)
    passed = rhythm.passed(schedule.next_at, now)
    is_late = now - passed.last > LATE
    schedule.next_at = rhythm.next_after(now)
    schedule.save(update_fields=["next_at"])
    until = passed.last if is_late else passed.before_last
    if until is not None:
        Occurrence.objects.create(
            schedule=schedule,
            due_at=passed.first,
            at=now,
            state=OccurrenceState.MISSED,
            count=passed.count if is_late else max(1, passed.count - 1),
            until=until,
            values={"are_more": True} if passed.are_more else {},
        )
    if not is_late:
        _begin(schedule, due_at=passed.last, now=now)


def _pass_over(pk: UUID, now: datetime) -> None:
    """Its next time comes all the same, or those that cannot be started would be all that
    is looked at; some in a row pause it."""
    try:
        with transaction.atomic():
            schedule = Schedule.objects.select_for_update(no_key=True).get(pk=pk)
            if schedule.next_at is None or schedule.next_at > now:
                return
            due_at = schedule.next_at
            schedule.next_at = changes.rhythm_of(schedule).next_after(now)
            schedule.save(update_fields=["next_at"])
            occurrence, _is_new = Occurrence.objects.get_or_create(
                schedule=schedule,
                due_at=due_at,
                is_by_hand=False,
                defaults={"at": now, "state": OccurrenceState.STARTED},
            )
            occurrence.values = {"text": FAULT}
            occurrence.save(update_fields=["values"])
            _note(occurrence, OccurrenceState.REFUSED)
    except Exception:
        logger.exception("schedule not passed over", extra={"schedule": str(pk)})


def _begin(schedule: Schedule, *, due_at: datetime, now: datetime) -> None:
    occurrence = Occurrence(
        schedule=schedule, due_at=due_at, at=now, state=OccurrenceState.STARTED
    )
    if why := _reason_to_skip(schedule):
        occurrence.state, occurrence.values = OccurrenceState.SKIPPED, {"code": why}
        occurrence.save()
        return
    occurrence.save()
    try:
        with transaction.atomic():
            _start(occurrence)
    except REFUSALS as error:
        occurrence.values = _told(error)
        occurrence.save(update_fields=["values"])
        _note(occurrence, OccurrenceState.REFUSED)


def _reason_to_skip(schedule: Schedule) -> str:
    """Empty where nothing is in the way."""
    if stop.standing() is not None:
        return STOPPED
    # one of its own in the queue at most: a queue that stands still does not grow
    own = Run.objects.filter(occurrence__schedule=schedule)
    if own.filter(state__in=[RunState.SCHEDULED, RunState.QUEUED]).exists():
        return STILL_WAITING
    if schedule.when_busy == WhenBusy.QUEUE:
        return ""
    return BUSY if _is_busy(schedule.endpoint) else ""


def _is_busy(endpoint: Endpoint) -> bool:
    """Whether a run loads its server, or waits to; one that no load generator can serve
    lets others go first."""
    is_here = Q(endpoint=endpoint)
    if endpoint.server_id is not None:
        is_here = Q(endpoint__server_id=endpoint.server_id)
        is_here |= Q(server_id=endpoint.server_id)
    here = Run.objects.filter(is_here)
    if here.filter(state=RunState.RUNNING).exists():
        return True
    waiting = here.filter(state=RunState.QUEUED).values_list("pk", *routes.ASKED)
    asked = {pk: Wanted.asked(*each) for pk, *each in waiting}
    return len(routes.unserved(asked)) < len(asked)


def _start(occurrence: Occurrence) -> None:
    schedule = occurrence.schedule
    settled = run_request.settle(request_of(schedule))
    first = run_request.start(settled, owner=schedule.owner)
    runs = Run.objects.filter(pk=first.pk)
    if first.sweep_id is not None:
        runs = Run.objects.filter(sweep_id=first.sweep_id)
    tokens = dict.fromkeys([*schedule.tokens, *first.tokens])
    runs.update(occurrence=occurrence, tokens=list(tokens))


def _outcome(states: set[str]) -> OccurrenceState:
    """Of all its runs together; none is left where its owner deleted them."""
    if RunState.FAILED in states:
        return OccurrenceState.FAILED
    if RunState.SUCCEEDED in states:
        return OccurrenceState.SUCCEEDED
    return OccurrenceState.CANCELLED


@transaction.atomic
def _note(occurrence: Occurrence, state: OccurrenceState) -> None:
    """Once, whoever looks: a cancelled time counts as neither, nor does one of what the
    schedule did before it was changed."""
    found = Schedule.objects.select_for_update(no_key=True).filter(
        pk=occurrence.schedule_id
    )
    if (schedule := found.first()) is None:
        return
    going_on = Occurrence.objects.filter(
        pk=occurrence.pk, state=OccurrenceState.STARTED
    )
    values = going_on.values_list("values", flat=True).first()
    if not going_on.update(state=state) or values == changes.OF_FORMER_REQUEST:
        return
    if state == OccurrenceState.SUCCEEDED:
        schedule.failed_in_row = 0
    elif state in {OccurrenceState.FAILED, OccurrenceState.REFUSED}:
        schedule.failed_in_row += 1
    schedule.save(update_fields=["failed_in_row"])
    if (
        schedule.paused_at is None
        and schedule.failed_in_row >= settings.SCHEDULE_MOST_FAILURES
    ):
        pause_itself(schedule, PauseReason.FAILURES)


def _told(error: Exception) -> dict[str, Any]:
    """What its sentence states: a code with values, or a text as its owner would read it."""
    if isinstance(error, run_request.PlanRefused):
        problem = error.problem
        return {"code": problem.code, "values": dict(problem.values)}
    if isinstance(error, EndpointUnfit):
        return {"code": error.failure.code, "values": dict(error.failure.values)}
    return {"text": str(error)}
