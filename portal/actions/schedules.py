"""Starting a schedule's run by hand, and letting a schedule go on."""

from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from benchruns.models import Occurrence, Schedule
from benchruns.row_locks import lock_user
from benchruns.schedules import changes, due
from benchruns.vocabulary import RunState
from portal import dispatch
from portal.accounts import tokens


def run_now(schedule: Schedule) -> Occurrence:
    """Raises what refuses the run; see ``due.run_now``."""
    occurrence = due.run_now(schedule)
    first = occurrence.runs.order_by("sweep_position").first()
    if first is not None and first.state == RunState.QUEUED:
        dispatch.announce(first.pk)
    return occurrence


@transaction.atomic
def resume(
    schedule: Schedule, *, by: AbstractBaseUser, by_token: UUID | None = None
) -> None:
    """Raises as ``changes.resume``. What staff let go on is the owner's to look at, and
    pauses for that, if a token has ended meanwhile that made or changed it."""
    lock_user(schedule.owner_id)
    resumed = changes.resume(schedule, by=by, by_token=by_token)
    if by.pk != resumed.owner_id:
        for token in resumed.tokens:
            tokens.end_if_revoked(UUID(token), owner=resumed.owner, by=by)
