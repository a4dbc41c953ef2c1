"""What the moves of a run share: their words, their events and the hold on a run."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from benchruns.models import Attempt, Event, Run, RunPart
from benchruns.vocabulary import PARTS_HELD, Outcome, PartState, RunState

IDLE = {
    "lease_owner": "",
    "lease_expires_at": None,
    "phase": "",
    "progress": None,
    "output_tail": "",
}


class LeaseLost(Exception):
    """The attempt does not hold the run any more: its worker must stop its tool."""


def record_event(run_id: UUID, *, attempt: int, code: str, **data: Any) -> None:
    """One thing that happened; ``data`` is all that its sentence states (JSON)."""
    Event.objects.create(
        run_id=run_id,
        attempt=attempt,
        at=timezone.now(),
        code=code,
        data=data,
    )


def lease_time() -> timedelta:
    return timedelta(seconds=settings.RUN_LEASE_SECONDS)


def hold(run_id: UUID, attempt: int, **changes: Any) -> None:
    """Change a running run in the name of its attempt; LeaseLost when it is not its."""
    held = Run.objects.filter(pk=run_id, state=RunState.RUNNING, attempt=attempt)
    if not held.update(**changes):
        raise LeaseLost(f"attempt {attempt} of run {run_id}")


def end_attempt(run_id: UUID, attempt: int, outcome: Outcome) -> None:
    """With all parts of it: their workers see that they hold nothing any more."""
    RunPart.objects.filter(
        run_id=run_id,
        attempt=attempt,
        state__in=[PartState.OFFERED, *PARTS_HELD],
    ).update(state=PartState.ENDED, lease_expires_at=None)
    Attempt.objects.filter(run_id=run_id, number=attempt, outcome="").update(
        outcome=outcome, finished_at=timezone.now()
    )
