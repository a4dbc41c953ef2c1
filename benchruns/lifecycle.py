"""Every move of a run: one conditional UPDATE each, with its event.

    scheduled -> queued -> running -> succeeded | failed | cancelled
                 queued <- running    when a lease is lost
                 queued -> failed     when the server cannot even be named

The database row is the truth: who matches the WHERE clause (state and attempt) has
made the move, everybody else has not. Nothing here depends on the broker.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.failures import Failure
from benchruns.models import Attempt, Counter, Event, Result, Run, Sample, Server
from benchruns.models.runs import RunQuerySet
from benchruns.vocabulary import Outcome, Phase, RunState, Visibility
from benchruns.waiting import waits_behind_another

NO_LEASE = {"lease_owner": "", "lease_expires_at": None}
NAME_PATIENCE = timedelta(seconds=30)  # for a name service that is away
IDLE = {**NO_LEASE, "phase": "", "progress": None, "output_tail": ""}


class NotAllowed(Exception):
    """The run is in a state that this request does not fit; the text says which."""


class LeaseLost(Exception):
    """The attempt does not hold the run any more: its worker must stop its tool."""


def record_event(
    run_id: UUID, *, attempt: int, code: str, message: str, **data: Any
) -> None:
    """One thing that happened; ``data`` is what programs may read of it (JSON)."""
    Event.objects.create(
        run_id=run_id,
        attempt=attempt,
        at=timezone.now(),
        code=code,
        message=message,
        data=data,
    )


# Waiting ----------------------------------------------------------------------------


def promote_due() -> list[UUID]:
    """Queue the scheduled runs whose time has come; their ids."""
    due = Run.objects.filter(state=RunState.SCHEDULED, not_before__lte=timezone.now())
    return [
        run_id
        for run_id in due.order_by("not_before", "created_at").values_list(
            "id", flat=True
        )
        if _promote(run_id)
    ]


@transaction.atomic
def _promote(run_id: UUID) -> bool:
    moved = Run.objects.filter(pk=run_id, state=RunState.SCHEDULED).update(
        state=RunState.QUEUED, queued_at=timezone.now()
    )
    if moved:
        record_event(run_id, attempt=0, code="queued", message=_("Its time has come."))
    return bool(moved)


# Claiming and holding ---------------------------------------------------------------


def claim(
    run_id: UUID,
    *,
    server: Server,
    worker: str,
    reached: Mapping[str, str | int] | None = None,
) -> Attempt | None:
    """Take a queued run for a worker; ``None`` when it is not this worker's turn.

    ``reached`` is kept with the attempt: the place and account that it works with.
    Refused, at no cost, when the run is not queued any more, when its server is busy
    or when an older queued run waits for the same server.
    """
    try:
        with transaction.atomic():
            return _claim(
                run_id, server=server, worker=worker, reached=dict(reached or {})
            )
    except IntegrityError:  # one_running_run_a_server
        return None


def _claim(
    run_id: UUID, *, server: Server, worker: str, reached: dict[str, str | int]
) -> Attempt | None:
    now = timezone.now()
    run = Run.objects.filter(pk=run_id, state=RunState.QUEUED).first()
    if run is None or waits_behind_another(run, server):
        return None
    moved = Run.objects.filter(
        pk=run_id, state=RunState.QUEUED, attempt=run.attempt
    ).update(
        state=RunState.RUNNING,
        phase=Phase.PREFLIGHT,
        progress=None,
        attempt=F("attempt") + 1,
        server=server,
        lease_owner=worker,
        lease_expires_at=now + _lease_time(),
        started_at=Coalesce("started_at", now),
    )
    if not moved:
        return None
    attempt = Attempt.objects.create(
        run_id=run_id,
        number=run.attempt + 1,
        worker=worker,
        reached=reached,
        started_at=now,
    )
    record_event(
        run_id,
        attempt=attempt.number,
        code="phase",
        message=_("Preflight began."),
        phase=Phase.PREFLIGHT,
    )
    return attempt


def _lease_time() -> timedelta:
    return timedelta(seconds=settings.RUN_LEASE_SECONDS)


def _hold(run_id: UUID, attempt: int, **changes: Any) -> None:
    """Change a running run in the name of its attempt; LeaseLost when it is not its."""
    held = Run.objects.filter(pk=run_id, state=RunState.RUNNING, attempt=attempt)
    if not held.update(**changes):
        raise LeaseLost(f"attempt {attempt} of run {run_id}")


def renew(run_id: UUID, *, attempt: int) -> None:
    """Prolong the lease."""
    _hold(run_id, attempt, lease_expires_at=timezone.now() + _lease_time())


def is_cancel_requested(run_id: UUID, *, attempt: int) -> bool:
    """Whether its user wants the run to stop; LeaseLost when the attempt lost it."""
    held = Run.objects.filter(pk=run_id, state=RunState.RUNNING, attempt=attempt)
    row = held.values_list("cancel_requested_at").first()
    if row is None:
        raise LeaseLost(f"attempt {attempt} of run {run_id}")
    return row[0] is not None


@transaction.atomic
def begin_phase(run_id: UUID, *, attempt: int, phase: Phase, message: str) -> None:
    _hold(run_id, attempt, phase=phase, progress=0.0, output_tail="")
    record_event(
        run_id, attempt=attempt, code="phase", message=message, phase=phase.value
    )


@transaction.atomic
def record_progress(
    run_id: UUID,
    *,
    attempt: int,
    progress: float | None,
    output_tail: str,
    samples: list[Sample],
    counters: Sequence[Counter] = (),
) -> None:
    """Store what a tool said: samples once each, the last lines, the share done.

    And what was counted beside it, one row a second.
    """
    _hold(run_id, attempt, progress=progress, output_tail=output_tail)
    Sample.objects.bulk_create(samples, ignore_conflicts=True)
    Counter.objects.bulk_create(counters, ignore_conflicts=True)


@transaction.atomic
def record_counters(run_id: UUID, *, attempt: int, counters: Sequence[Counter]) -> None:
    """Store what was counted to the very end of a tool."""
    _hold(run_id, attempt, progress=F("progress"))
    Counter.objects.bulk_create(counters, ignore_conflicts=True)


# Ending -----------------------------------------------------------------------------


@transaction.atomic
def succeed(run_id: UUID, *, attempt: int, result: Result) -> None:
    """End well, with the one result; ``result`` is stored here."""
    _end(run_id, attempt, RunState.SUCCEEDED, message=_("Succeeded."))
    result.save(force_insert=True)


@transaction.atomic
def fail(run_id: UUID, *, attempt: int, failure: Failure) -> None:
    _end(
        run_id,
        attempt,
        RunState.FAILED,
        message=failure.message,
        failure_code=failure.code,
        failure_message=failure.message,
        failure_detail=failure.detail,
    )


@transaction.atomic
def confirm_cancelled(run_id: UUID, *, attempt: int) -> None:
    """End a running run whose user asked for it, after its tool stopped."""
    _end(run_id, attempt, RunState.CANCELLED, message=_("Cancelled."))


def _end(
    run_id: UUID, attempt: int, state: RunState, *, message: str, **changes: Any
) -> None:
    now = timezone.now()
    _hold(run_id, attempt, state=state, finished_at=now, **IDLE, **changes)
    _end_attempt(run_id, attempt, Outcome(state.value))
    record_event(run_id, attempt=attempt, code=state.value, message=message)


def _end_attempt(run_id: UUID, attempt: int, outcome: Outcome) -> None:
    Attempt.objects.filter(run_id=run_id, number=attempt, outcome="").update(
        outcome=outcome, finished_at=timezone.now()
    )


@transaction.atomic
def refuse(run_id: UUID, *, failure: Failure, may_pass: bool = False) -> bool:
    """Fail a queued run that cannot be claimed, since its server has no address.

    Where that ``may_pass``, the run waits on for a while first.
    """
    run = Run.objects.filter(pk=run_id, state=RunState.QUEUED).first()
    if run is None or (may_pass and _waits_on(run, failure)):
        return False
    moved = Run.objects.filter(
        pk=run_id, state=RunState.QUEUED, attempt=run.attempt
    ).update(
        state=RunState.FAILED,
        finished_at=timezone.now(),
        failure_code=failure.code,
        failure_message=failure.message,
        failure_detail=failure.detail,
    )
    if moved:
        record_event(
            run_id, attempt=run.attempt, code="failed", message=failure.message
        )
    return bool(moved)


def _waits_on(run: Run, failure: Failure) -> bool:
    """Whether this failure is so new that the run waits; told once as an event."""
    told = run.events.filter(code="no_address", attempt=run.attempt).first()
    if told is not None:
        return timezone.now() - told.at < NAME_PATIENCE
    record_event(
        run.id,
        attempt=run.attempt,
        code="no_address",
        message=_("The name service did not answer for the host: trying again."),
        detail=failure.detail,
    )
    return True


# Losing a lease ---------------------------------------------------------------------


def reap() -> list[UUID]:
    """Take the runs back whose worker has not renewed its lease; their ids."""
    expired = Run.objects.filter(
        state=RunState.RUNNING, lease_expires_at__lt=timezone.now()
    )
    return [
        run_id
        for run_id, attempt in expired.values_list("id", "attempt")
        if lose(
            run_id,
            attempt=attempt,
            reason=_("Its worker stopped answering."),
            expired_only=True,
        )
    ]


@transaction.atomic
def lose(
    run_id: UUID,
    *,
    attempt: int,
    reason: str,
    expired_only: bool = False,
    is_planned: bool = False,
) -> bool:
    """Mark an attempt lost: the run waits again, or ends when it was the last try.

    One that was ``is_planned`` (its worker was told to stop) is no try.
    """
    held = Run.objects.filter(pk=run_id, state=RunState.RUNNING, attempt=attempt)
    if expired_only:
        held = held.filter(lease_expires_at__lt=timezone.now())
    code = "given_back" if is_planned else "lost"
    returned = Event.objects.filter(run_id=run_id, code="given_back").count()
    is_last = not is_planned and attempt - returned >= settings.RUN_MAX_ATTEMPTS
    if not _requeue_or_end(held, attempt=attempt, reason=reason, is_last=is_last):
        return False
    _end_attempt(run_id, attempt, Outcome.LOST)
    record_event(run_id, attempt=attempt, code=code, message=reason)
    return True


def _requeue_or_end(
    held: RunQuerySet, *, attempt: int, reason: str, is_last: bool
) -> int:
    """A run that waits again keeps its place: ``queued_at`` stays as it was."""
    now = timezone.now()
    if held.filter(cancel_requested_at__isnull=False).update(
        state=RunState.CANCELLED, finished_at=now, **IDLE
    ):
        return 1
    if not is_last:
        return held.update(state=RunState.QUEUED, **IDLE)
    message = _(
        "%(reason)s That was attempt %(attempt)d, the last one. See whether the "
        "worker's machine runs out of memory, then repeat the run."
    ) % {"reason": reason, "attempt": attempt}
    return held.update(
        state=RunState.FAILED,
        finished_at=now,
        failure_code="worker_lost",
        failure_message=message,
        **IDLE,
    )


# What a user asks -------------------------------------------------------------------


@transaction.atomic
def request_cancel(run_id: UUID) -> Run:
    """Cancel a waiting run at once; ask the worker of a running one to stop."""
    now = timezone.now()
    waiting = Run.objects.filter(
        pk=run_id, state__in=[RunState.SCHEDULED, RunState.QUEUED]
    )
    running = Run.objects.filter(pk=run_id, state=RunState.RUNNING)
    if waiting.update(
        state=RunState.CANCELLED, finished_at=now, cancel_requested_at=now
    ):
        run = Run.objects.get(pk=run_id)
        record_event(
            run_id,
            attempt=run.attempt,
            code="cancelled",
            message=_("Cancelled before it started."),
        )
        return run
    if running.filter(cancel_requested_at__isnull=True).update(cancel_requested_at=now):
        run = Run.objects.get(pk=run_id)
        record_event(
            run_id,
            attempt=run.attempt,
            code="cancel_requested",
            message=_("Cancel was asked for."),
        )
        return run
    run = Run.objects.get(pk=run_id)
    if run.is_terminal:
        raise NotAllowed(
            _("The run has ended (%(state)s); there is nothing to cancel.")
            % {"state": run.get_state_display()}
        )
    return run


@transaction.atomic
def publish(run_id: UUID) -> Run:
    """Show a succeeded run and its result to everybody."""
    succeeded = Run.objects.filter(pk=run_id, state=RunState.SUCCEEDED)
    if not succeeded.update(visibility=Visibility.PUBLIC):
        raise NotAllowed(_("Only a succeeded run has a result to publish."))
    Result.objects.filter(run_id=run_id).update(visibility=Visibility.PUBLIC)
    return Run.objects.get(pk=run_id)
