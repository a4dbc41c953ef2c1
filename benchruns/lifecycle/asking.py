"""What a user asks of a run: to stop it, to show it."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.lifecycle.moves import NotAllowed, record_event
from benchruns.models import Result, Run
from benchruns.vocabulary import RunState, Visibility


@transaction.atomic
def request_cancel(run_id: UUID) -> Run:
    """Cancel a waiting run at once; ask the worker of a running one to stop."""
    run = _try_to_cancel(run_id)
    if not run.is_terminal and run.cancel_requested_at is None:
        run = _try_to_cancel(run_id)  # it was given back just between the two updates
    return run


def _try_to_cancel(run_id: UUID) -> Run:
    if call_off(run_id, message=_("Cancelled before it started.")):
        return Run.objects.get(pk=run_id)
    running = Run.objects.filter(pk=run_id, state=RunState.RUNNING)
    is_asked = running.filter(cancel_requested_at__isnull=True).update(
        cancel_requested_at=timezone.now()
    )
    run = Run.objects.get(pk=run_id)
    if is_asked:
        record_event(
            run_id,
            attempt=run.attempt,
            code="cancel_requested",
            message=_("Cancel was asked for."),
        )
    elif run.is_terminal:
        raise NotAllowed(
            _("The run has ended (%(state)s); there is nothing to cancel.")
            % {"state": run.get_state_display()}
        )
    return run


@transaction.atomic
def call_off(run_id: UUID, *, message: str) -> bool:
    """Cancel a run that waits, saying why; False when it waits no more."""
    now = timezone.now()
    waiting = Run.objects.filter(
        pk=run_id, state__in=[RunState.SCHEDULED, RunState.QUEUED]
    )
    if not waiting.update(
        state=RunState.CANCELLED, finished_at=now, cancel_requested_at=now
    ):
        return False
    attempt = Run.objects.values_list("attempt", flat=True).get(pk=run_id)
    record_event(run_id, attempt=attempt, code="cancelled", message=message)
    return True


@transaction.atomic
def publish(run_id: UUID) -> Run:
    """Show a succeeded run and its result to everybody."""
    succeeded = Run.objects.filter(pk=run_id, state=RunState.SUCCEEDED)
    if not succeeded.update(visibility=Visibility.PUBLIC):
        raise NotAllowed(_("Only a succeeded run has a result to publish."))
    Result.objects.filter(run_id=run_id).update(visibility=Visibility.PUBLIC)
    return Run.objects.get(pk=run_id)
