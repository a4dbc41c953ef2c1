"""What a user asks of a run: to stop it, to show it."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.audit.record import record
from benchruns.engines import ENGINES, RESTRICTED, Engine
from benchruns.errors import NotAllowed
from benchruns.models import Result, Run
from benchruns.outbox.runs import tell_of_run
from benchruns.runs.lifecycle.moves import record_event
from benchruns.vocabulary import AuditAction, RunState, Visibility


class ConsentNeeded(NotAllowed):
    """Not without its vendor's consent: the text says why, and what to do."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(
            _("%(why)s State that you have it, or keep the result private.")
            % {"why": engine.publishing_restricted}
        )


def work_lost(runs: Iterable[Run]) -> timedelta:
    """How long those that run, and what they belong to, have worked: what a cancel of
    all that has not ended throws away, or breaks off."""
    now, worked, is_going = timezone.now(), timedelta(), False
    for run in runs:
        is_running = run.state == RunState.RUNNING and run.cancel_requested_at is None
        is_going |= is_running
        if run.started_at and (is_running or run.state == RunState.SUCCEEDED):
            worked += (run.finished_at or now) - run.started_at
    return worked if is_going else timedelta()


@transaction.atomic
def request_cancel(
    run_id: UUID,
    *,
    by: AbstractBaseUser | None = None,
    since: str = "",
) -> Run:
    """Cancel a waiting run at once; ask the worker of a running one to stop.

    Its event says whether ``by`` is its owner or of the staff, the audit log who it is; or
    what it ends ``since``: "closed", as the account of its owner is, or "token_ended".
    """
    who = {"by": since} if since else _who_of(run_id, by)
    run = _try_to_cancel(run_id, by, who)
    if not run.is_terminal and run.cancel_requested_at is None:
        run = _try_to_cancel(run_id, by, who)  # given back just between the two updates
    return run


def cancel_all(
    runs: Iterable[UUID], *, by: AbstractBaseUser | None = None, since: str
) -> int:
    """The same of each, in this order; how many had not ended."""
    cancelled = 0
    for run_id in runs:
        with suppress(NotAllowed):  # it has just ended
            request_cancel(run_id, by=by, since=since)
            cancelled += 1
    return cancelled


def _try_to_cancel(
    run_id: UUID, by: AbstractBaseUser | None, who: dict[str, str]
) -> Run:
    if call_off(run_id, was_waiting=True, **who):
        run = Run.objects.get(pk=run_id)
        record(
            AuditAction.RUN_CANCELLED, by=by, on=run, name=run.name, was_running=False
        )
        return run
    running = Run.objects.filter(pk=run_id, state=RunState.RUNNING)
    is_asked = running.filter(cancel_requested_at__isnull=True).update(
        cancel_requested_at=timezone.now()
    )
    run = Run.objects.get(pk=run_id)
    if is_asked:
        record_event(run_id, attempt=run.attempt, code="cancel_requested", **who)
        record(
            AuditAction.RUN_CANCELLED, by=by, on=run, name=run.name, was_running=True
        )
    elif run.is_terminal:
        raise NotAllowed(
            _("The run has ended (%(state)s); there is nothing to cancel.")
            % {"state": run.get_state_display()}
        )
    return run


def _who_of(run_id: UUID, by: AbstractBaseUser | None) -> dict[str, str]:
    """What the run's event says of who asks, whom a reader of it need not know by name."""
    if by is None:
        return {}
    is_owner = Run.objects.filter(pk=run_id, owner_id=by.pk).exists()
    return {"by": "owner" if is_owner else "staff"}


@transaction.atomic
def call_off(run_id: UUID, **why: Any) -> bool:
    """Cancel a run that waits; False when it waits no more.

    ``why`` is what its event says of it: ``was_waiting``, ``by`` or ``sweep_position``.
    """
    now = timezone.now()
    waiting = Run.objects.filter(
        pk=run_id, state__in=[RunState.SCHEDULED, RunState.QUEUED]
    )
    if not waiting.update(
        state=RunState.CANCELLED, finished_at=now, cancel_requested_at=now
    ):
        return False
    attempt = Run.objects.values_list("attempt", flat=True).get(pk=run_id)
    record_event(run_id, attempt=attempt, code="cancelled", **why)
    tell_of_run(run_id)
    return True


@transaction.atomic
def publish(run_id: UUID, *, vendor_consent: bool = False) -> Run:
    """Show a succeeded run and its result to everybody.

    Raises ConsentNeeded where the engine's licence asks for its vendor's consent and
    ``vendor_consent`` does not state it; the run's events keep that it was stated.
    """
    succeeded = Run.objects.filter(pk=run_id, state=RunState.SUCCEEDED)
    if not succeeded.update(visibility=Visibility.PUBLIC, unpublished_at=None):
        raise NotAllowed(_("Only a succeeded run has a result to publish."))
    results = Result.objects.filter(run_id=run_id, visibility=Visibility.PRIVATE)
    for restricted in results.filter(engine__in=RESTRICTED):
        _note_consent(run_id, restricted.engine, is_stated=vendor_consent)
    results.update(visibility=Visibility.PUBLIC)
    run = Run.objects.select_related("owner").get(pk=run_id)
    record(AuditAction.RUN_PUBLISHED, by=run.owner, on=run, name=run.name)
    return run


@transaction.atomic
def unpublish(run_id: UUID, *, by: AbstractBaseUser | None = None) -> Run:
    """Show a published run and its result to its owner and staff alone again.

    Its addresses stay and say so. Raises NotAllowed where it is not public.
    """
    public = Run.objects.filter(pk=run_id, visibility=Visibility.PUBLIC)
    if not public.update(visibility=Visibility.PRIVATE, unpublished_at=timezone.now()):
        raise NotAllowed(_("The run is not public."))
    Result.objects.filter(run_id=run_id).update(visibility=Visibility.PRIVATE)
    run = Run.objects.get(pk=run_id)
    record_event(run_id, attempt=run.attempt, code="unpublished")
    record(AuditAction.RUN_UNPUBLISHED, by=by, on=run, name=run.name)
    return run


def _note_consent(run_id: UUID, engine: str, *, is_stated: bool) -> None:
    if not is_stated:
        raise ConsentNeeded(ENGINES[engine])
    attempt = Run.objects.values_list("attempt", flat=True).get(pk=run_id)
    record_event(
        run_id,
        attempt=attempt,
        code="published",
        vendor_consent=True,
        engine=engine,
    )
