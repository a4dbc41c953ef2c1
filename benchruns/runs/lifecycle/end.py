"""Ends of a running run, each in the name of its attempt."""

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from benchruns.failures.failure import Failure
from benchruns.figures.histograms import Histogram as Counts
from benchruns.models import Histogram, Result
from benchruns.outbox.runs import tell_of_run
from benchruns.runs.lifecycle.moves import IDLE, end_attempt, hold, record_event
from benchruns.runs.series import series_of
from benchruns.runs.summaries import storage
from benchruns.vocabulary import Outcome, RunState


@transaction.atomic
def succeed(
    run_id: UUID, *, attempt: int, result: Result, histogram: Counts | None = None
) -> None:
    """End well, with the one result; it and its histogram are stored here."""
    _end(run_id, attempt, RunState.SUCCEEDED)
    result.series = series_of(result)
    result.save(force_insert=True)
    if histogram is not None:
        Histogram.of(result, histogram).save(force_insert=True)
    tell_of_run(run_id)


@transaction.atomic
def fail(run_id: UUID, *, attempt: int, failure: Failure) -> None:
    _end(
        run_id,
        attempt,
        RunState.FAILED,
        happened={"reason": failure.as_dict()},
        failure_code=failure.code,
        failure_values=dict(failure.values),
        failure_detail=failure.detail,
    )
    tell_of_run(run_id)


@transaction.atomic
def confirm_cancelled(run_id: UUID, *, attempt: int) -> None:
    """End a running run whose user asked for it, after its tool stopped."""
    _end(run_id, attempt, RunState.CANCELLED)
    tell_of_run(run_id)


def _end(
    run_id: UUID,
    attempt: int,
    state: RunState,
    *,
    happened: Mapping[str, Any] = MappingProxyType({}),
    **changes: Any,
) -> None:
    """``happened`` is what its event states of the end."""
    now = timezone.now()
    hold(run_id, attempt, state=state, finished_at=now, **IDLE, **changes)
    end_attempt(run_id, attempt, Outcome(state.value))
    record_event(run_id, attempt=attempt, code=state.value, **happened)
    # What takes a second of a long run must not keep it from ending.
    transaction.on_commit(partial(storage.write, run_id), robust=True)
