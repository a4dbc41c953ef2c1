"""What the worker of a running run writes; LeaseLost when it holds it no more."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from benchruns.models import Counter, DataSet, Run, Sample
from benchruns.runs.lifecycle.moves import LeaseLost, hold, lease_time, record_event
from benchruns.vocabulary import Phase, RunState


def renew(run_id: UUID, *, attempt: int) -> None:
    """Prolong the lease."""
    hold(run_id, attempt, lease_expires_at=timezone.now() + lease_time())


def is_cancel_requested(run_id: UUID, *, attempt: int) -> bool:
    """Whether its user wants the run to stop; LeaseLost when the attempt lost it."""
    held = Run.objects.filter(pk=run_id, state=RunState.RUNNING, attempt=attempt)
    row = held.values_list("cancel_requested_at").first()
    if row is None:
        raise LeaseLost(f"attempt {attempt} of run {run_id}")
    return row[0] is not None


def use(run_id: UUID, *, attempt: int, data_set: DataSet) -> None:
    """Note which data set the run works on."""
    hold(run_id, attempt, data_set=data_set)


@transaction.atomic
def begin_phase(run_id: UUID, *, attempt: int, phase: Phase, **values: Any) -> None:
    """``values`` are what the phase's event states besides (JSON)."""
    hold(run_id, attempt, phase=phase, progress=0.0, output_tail="")
    record_event(run_id, attempt=attempt, code="phase", phase=phase.value, **values)


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
    hold(run_id, attempt, progress=progress, output_tail=output_tail)
    Sample.objects.bulk_create(samples, ignore_conflicts=True)
    Counter.objects.bulk_create(counters, ignore_conflicts=True)


@transaction.atomic
def record_samples(run_id: UUID, *, attempt: int, samples: Sequence[Sample]) -> None:
    """Store what became known to the very end of a tool."""
    hold(run_id, attempt, progress=F("progress"))
    Sample.objects.bulk_create(samples, ignore_conflicts=True)


@transaction.atomic
def record_counters(run_id: UUID, *, attempt: int, counters: Sequence[Counter]) -> None:
    """Store what was counted to the very end of a tool."""
    hold(run_id, attempt, progress=F("progress"))
    Counter.objects.bulk_create(counters, ignore_conflicts=True)
