"""Making, changing, pausing and deleting a schedule, by its owner; or by staff, who pause what
they have to, resume that and delete."""

from collections.abc import Mapping
from datetime import datetime
from itertools import islice
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.audit.record import record
from benchruns.errors import FieldError, NotAllowed
from benchruns.models import Endpoint, Notice, Schedule
from benchruns.names import labels
from benchruns.row_locks import lock_user
from benchruns.runs import request as run_request
from benchruns.runs.request import RunRequest
from benchruns.schedules import times
from benchruns.schedules.stored import load_of, request_of, stored
from benchruns.schedules.times import Rhythm
from benchruns.vocabulary import AuditAction, OccurrenceState, PauseReason, WhenBusy

MOST_OF_A_USER = 100
SHOWN = 5  # of its next times
OF_FORMER_REQUEST = {"is_of_former_request": True}  # of an occurrence
RHYTHM = ("crontab", "time_zone", "every_seconds", "starts_at", "ends_at")


@transaction.atomic
def create(
    *,
    owner: AbstractBaseUser,
    request: RunRequest,
    name: str,
    rhythm: Rhythm,
    when_busy: str = WhenBusy.SKIP,
    by_token: UUID | None = None,
) -> Schedule:
    """A schedule whose next time is known; ``by_token`` is the owner's API token that asks
    for it, if one does.

    Raises FieldError for times that cannot be, NotAllowed for one schedule too many, and what
    ``request.settle`` raises: what would be refused today is no schedule.
    """
    lock_user(owner.pk)  # of two at once the second counts the first
    if Schedule.objects.filter(owner_id=owner.pk).count() >= MOST_OF_A_USER:
        raise NotAllowed(
            _("You have %(most)d schedules, the most there may be. Delete one first.")
            % {"most": MOST_OF_A_USER}
        )
    times.check(rhythm)
    _check_request(request)
    schedule = Schedule.objects.create(
        owner_id=owner.pk,
        endpoint=request.endpoint,
        name=clean_name(name),
        request=stored(request),
        when_busy=when_busy,
        next_at=rhythm.next_after(timezone.now()),
        tokens=[] if by_token is None else [str(by_token)],
        **values_of(rhythm),
    )
    _refuse_over(schedule)
    record(AuditAction.SCHEDULE_MADE, by=owner, on=schedule, name=schedule.name)
    return schedule


@transaction.atomic
def change(
    schedule: Schedule,
    *,
    by: AbstractBaseUser,
    name: str | None = None,
    when_busy: str | None = None,
    request: RunRequest | None = None,
    rhythm: Rhythm | None = None,
    by_token: UUID | None = None,
) -> Schedule:
    """The row as changed; raises as ``create``. Its next time is found anew."""
    row = locked(schedule)
    _note_token(row, by_token)
    if name is not None:
        row.name = clean_name(name)
    if when_busy is not None:
        row.when_busy = when_busy
    if request is not None:
        _check_request(request)
        _take(row, request)
    if rhythm is not None:
        times.check(rhythm)
        for key, value in values_of(rhythm).items():
            setattr(row, key, value)
        if row.paused_at is None:
            row.next_at = rhythm.next_after(timezone.now())
            _refuse_over(row)
    row.save()
    record(AuditAction.SCHEDULE_CHANGED, by=by, on=row, name=row.name)
    return row


@transaction.atomic
def pause(
    schedule: Schedule,
    *,
    by: AbstractBaseUser | None,
    reason: PauseReason = PauseReason.BY_HAND,
) -> Schedule:
    """It starts nothing more; what runs goes on. One that is paused stays as it is, unless
    staff pause it: then it is theirs to resume.

    Its owner is told where somebody else did it.
    """
    row = locked(schedule)
    if reason == PauseReason.BY_HAND and by is not None and by.pk != row.owner_id:
        reason = PauseReason.BY_STAFF
    if row.paused_at is not None and (
        reason != PauseReason.BY_STAFF or row.paused_for == reason
    ):
        return row
    row.paused_at, row.paused_for, row.next_at = timezone.now(), reason, None
    row.save(update_fields=["paused_at", "paused_for", "next_at"])
    record(
        AuditAction.SCHEDULE_PAUSED, by=by, on=row, name=row.name, reason=str(reason)
    )
    if reason != PauseReason.BY_HAND:
        Notice.objects.create(user_id=row.owner_id, schedule=row, code=reason)
    return row


@transaction.atomic
def resume(
    schedule: Schedule, *, by: AbstractBaseUser, by_token: UUID | None = None
) -> Schedule:
    """It goes on with its next time; what it would have done meanwhile is not made up for.

    Raises as ``create``: what paused it has to be mended first. NotAllowed where it is for
    others to resume.
    """
    row = locked(schedule)
    if row.paused_at is None:
        return row
    _refuse_others_pause(row, by)
    if by.pk == row.owner_id:
        _refuse_others_token(row, by_token)
        if by_token is None:  # who resumes it has seen what it does
            row.tokens = []
        _note_token(row, by_token)
    _check_request(request_of(row))
    row.paused_at, row.paused_for, row.failed_in_row = None, "", 0
    row.next_at = rhythm_of(row).next_after(timezone.now())
    _refuse_over(row)
    row.save(
        update_fields=["paused_at", "paused_for", "failed_in_row", "next_at", "tokens"]
    )
    record(AuditAction.SCHEDULE_RESUMED, by=by, on=row, name=row.name)
    return row


@transaction.atomic
def delete(schedule: Schedule, *, by: AbstractBaseUser) -> None:
    """Its runs stay, and name it no more. Its owner is told where somebody else did it."""
    row = locked(schedule)
    record(AuditAction.SCHEDULE_DELETED, by=by, on=row, name=row.name)
    if by.pk != row.owner_id:
        Notice.objects.create(user_id=row.owner_id, deleted_name=row.name)
    row.delete()


def rhythm_of(schedule: Schedule) -> Rhythm:
    return Rhythm(**{key: getattr(schedule, key) for key in RHYTHM})


def values_of(rhythm: Rhythm) -> Mapping[str, Any]:
    return {key: getattr(rhythm, key) for key in RHYTHM}


def outlook(
    rhythm: Rhythm, *, request: RunRequest | None = None, may_be_over: bool = False
) -> list[datetime]:
    """Its next times, before it is made or changed; raises what that would be refused for.

    ``request`` is None where what it runs stays as it is; one that is paused ``may_be_over``.
    """
    times.check(rhythm)
    if request is not None:
        _check_request(request)
    found = list(islice(rhythm.after(timezone.now()), SHOWN))
    if not (found or may_be_over):
        raise _over()
    return found


def next_times(schedule: Schedule, count: int = SHOWN) -> list[datetime]:
    """Its next times, as many as there are; none while it is paused."""
    if schedule.next_at is None:
        return []
    found = [schedule.next_at]
    for time in rhythm_of(schedule).after(schedule.next_at):
        if len(found) == count:
            break
        found.append(time)
    return found[:count]


def clean_name(name: str) -> str:
    """FieldError for none; ValueError (``Unfit``) for what no name may hold."""
    cleaned = labels.run_name(name)
    if not cleaned:
        raise FieldError("name", _("Give a name, so that you know it again."))
    return cleaned


def _take(row: Schedule, request: RunRequest) -> None:
    """What it does from now on; failures before count no more where that is something else."""
    endpoint: Endpoint = request.endpoint
    before = row.endpoint_id, load_of(row.request)
    row.endpoint, row.request = endpoint, stored(request)
    if (endpoint.pk, load_of(row.request)) == before:
        return
    row.failed_in_row = 0
    # what still runs was another request: how it ends says nothing of this one
    going_on = row.occurrences.filter(state=OccurrenceState.STARTED)
    going_on.update(values=OF_FORMER_REQUEST)


def _check_request(request: RunRequest) -> None:
    endpoint: Endpoint = request.endpoint
    settled = run_request.settle(request)
    if not endpoint.consents_to(own_script=settled.workload.is_custom):
        raise FieldError(
            "endpoint",
            _("Confirm on the page of %(name)s what runs do to its server first.")
            % {"name": endpoint.name},
        )
    if refusals := run_request.plan(settled).refusals:
        raise run_request.PlanRefused(refusals[0])


def may_resume(schedule: Schedule, *, by: AbstractBaseUser | AnonymousUser) -> bool:
    """What staff paused is for staff, all else that is paused for its owner."""
    if schedule.paused_for == PauseReason.BY_STAFF:
        return bool(getattr(by, "is_staff", False))
    return schedule.paused_at is not None and by.pk == schedule.owner_id


def _refuse_others_pause(schedule: Schedule, by: AbstractBaseUser) -> None:
    if not may_resume(schedule, by=by):
        if schedule.paused_for == PauseReason.BY_STAFF:
            raise NotAllowed(_("Staff paused it: ask them to resume it."))
        raise NotAllowed(_("Staff did not pause it: its owner resumes it."))
    if not schedule.owner.is_active:
        raise NotAllowed(_("The account of its owner is closed."))


def _refuse_others_token(schedule: Schedule, token: UUID | None) -> None:
    """It may have been paused since that one was stolen; whoever is signed in looks first."""
    if token is not None and set(schedule.tokens) - {str(token)}:
        raise NotAllowed(
            _(
                "Another API token made or changed it. See what it does, and resume it on "
                "its page."
            )
        )


def _note_token(schedule: Schedule, token: UUID | None) -> None:
    if token is not None and str(token) not in schedule.tokens:
        schedule.tokens = [*schedule.tokens, str(token)]


def _refuse_over(schedule: Schedule) -> None:
    if schedule.next_at is None:
        raise _over()


def _over() -> FieldError:
    return FieldError("ends_at", _("No time of this schedule is still to come."))


def locked(schedule: Schedule) -> Schedule:
    """Read anew, and nobody changes it until the transaction has ended."""
    return Schedule.objects.select_for_update(no_key=True).get(pk=schedule.pk)
