"""Runs that lost their worker: they wait again, or end after their last try."""

from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from benchruns.failures.failure import Failure
from benchruns.models import Event, Run
from benchruns.models.runs.rows import RunQuerySet
from benchruns.outbox.runs import tell_of_run
from benchruns.runs.lifecycle.moves import IDLE, end_attempt, record_event
from benchruns.vocabulary import Outcome, RunState

# Events of attempts that do not count.
NO_TRIES = ("given_back", "stopped", "generators_missing")
# Times that a run waits for generators which looked idle and did not come.
MOST_IN_VAIN = 5


def reap() -> list[UUID]:
    """Take the runs back whose worker has not renewed its lease; their ids."""
    expired = Run.objects.filter(
        state=RunState.RUNNING, lease_expires_at__lt=timezone.now()
    )
    return [
        run_id
        for run_id, attempt in expired.values_list("id", "attempt")
        if lose(run_id, attempt=attempt, expired_only=True)
    ]


@transaction.atomic
def lose(
    run_id: UUID,
    *,
    attempt: int,
    expired_only: bool = False,
    is_planned: bool = False,
    stop_reason: str = "",
) -> bool:
    """Mark an attempt lost: the run waits again, or ends when it was the last try.

    One that was ``is_planned`` (its worker was told to stop) is no try, nor is one that
    an emergency stop ended, for its ``stop_reason``.
    """
    held = Run.objects.filter(pk=run_id, state=RunState.RUNNING, attempt=attempt)
    if expired_only:
        held = held.filter(lease_expires_at__lt=timezone.now())
    code = "given_back" if is_planned else "lost"
    is_no_try = is_planned or bool(stop_reason)
    returned = Event.objects.filter(run_id=run_id, code__in=NO_TRIES).count()
    is_last = not is_no_try and attempt - returned >= settings.RUN_MAX_ATTEMPTS
    failure = Failure(code="worker_lost", values={"attempt": attempt})
    if not _requeue_or_end(held, failure=failure if is_last else None):
        return False
    end_attempt(run_id, attempt, Outcome.LOST)
    if stop_reason:
        record_event(run_id, attempt=attempt, code="stopped", reason=stop_reason)
    else:
        record_event(run_id, attempt=attempt, code=code)
    tell_of_run(run_id)
    return True


@transaction.atomic
def wait_for_generators(run_id: UUID, *, attempt: int, failure: Failure) -> bool:
    """The run waits again, for others to come; with ``failure`` it ends when that was in
    vain too often. It is no try."""
    code = failure.code
    held = Run.objects.filter(pk=run_id, state=RunState.RUNNING, attempt=attempt)
    in_vain = Event.objects.filter(run_id=run_id, code=code).count()
    is_last = in_vain + 1 >= MOST_IN_VAIN
    if not _requeue_or_end(held, failure=failure if is_last else None):
        return False
    end_attempt(run_id, attempt, Outcome.LOST)
    record_event(run_id, attempt=attempt, code=code, **failure.values)
    tell_of_run(run_id)
    return True


def _requeue_or_end(held: RunQuerySet, *, failure: Failure | None) -> int:
    """It fails with ``failure``; without one it waits again, and keeps its place:
    ``queued_at`` stays as it was."""
    now = timezone.now()
    if held.filter(cancel_requested_at__isnull=False).update(
        state=RunState.CANCELLED, finished_at=now, **IDLE
    ):
        return 1
    if failure is None:
        return held.update(state=RunState.QUEUED, **IDLE)
    return held.update(
        state=RunState.FAILED,
        finished_at=now,
        failure_code=failure.code,
        failure_values=dict(failure.values),
        **IDLE,
    )
