"""Every move of a part of a run: one conditional UPDATE each, as of runs themselves.

    offered -> joined -> called -> ready -> done -> called ... -> ended
    offered <- joined     when its worker is told to stop
               a held one -> failed (its tool) | lost (its lease)

The worker of the run offers parts, calls to a phase and agrees the instant at which all
begin; workers of other parts join, get ready, and are done with it. All end with the attempt.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from benchruns.emergency import stop
from benchruns.failures.failure import Failure
from benchruns.generators import routes
from benchruns.generators.routes import Wanted
from benchruns.models import Counter, PartSecond, RunPart, Sample
from benchruns.runs.lifecycle.moves import LeaseLost, lease_time, record_event
from benchruns.vocabulary import PARTS_HELD, PartKind, PartState, Phase, RunState

LEAD = 1
KEPT = timedelta(minutes=10)  # for the others to end the phase that this part has done
SAMPLE_FIELDS = (
    *("threads", "tps", "qps", "reads_per_s", "writes_per_s", "other_per_s"),
    *("latency_ms", "errors_per_s", "reconnects_per_s"),
)


def of_attempt(run_id: UUID, attempt: int) -> QuerySet[RunPart]:
    return RunPart.objects.filter(run_id=run_id, attempt=attempt).order_by("number")


# By the worker that holds the run --------------------------------------------------------


@transaction.atomic
def offer(
    run_id: UUID, *, attempt: int, shares: Iterable[Mapping[str, Any]], worker: str
) -> RunPart:
    """A part for each share; the first one is the worker's own, and returned."""
    parts = [
        RunPart(
            run_id=run_id,
            attempt=attempt,
            number=number,
            state=PartState.JOINED if number == LEAD else PartState.OFFERED,
            worker=worker if number == LEAD else "",
            parameters=dict(share),
        )
        for number, share in enumerate(shares, start=LEAD)
    ]
    RunPart.objects.bulk_create(parts)
    record_event(
        run_id, attempt=attempt, code="generators_wanted", generators=len(parts)
    )
    return parts[0]


def call(run_id: UUID, *, attempt: int, phase: Phase, place: Mapping[str, Any]) -> None:
    """All that are held to a phase; they get ready for it."""
    of_attempt(run_id, attempt).filter(state__in=PARTS_HELD).update(
        state=PartState.CALLED,
        phase=phase,
        place=dict(place),
        starts_at=None,
        began_at=None,
    )


def agree(run_id: UUID, *, attempt: int, starts_at: datetime) -> None:
    """The instant at which all that are ready begin, by the portal database's clock."""
    of_attempt(run_id, attempt).filter(state=PartState.READY).update(
        starts_at=starts_at
    )


@transaction.atomic
def reap(run_id: UUID, *, attempt: int) -> list[RunPart]:
    """Those whose worker has not renewed its lease are lost."""
    now = timezone.now()
    expired = of_attempt(run_id, attempt).filter(
        state__in=PARTS_HELD, lease_expires_at__lt=now
    )
    return [part for part in expired if _lose(part, lease_expires_at__lt=now)]


def _lose(part: RunPart, **still: Any) -> bool:
    """False where it was renewed or has ended meanwhile."""
    held = RunPart.objects.filter(pk=part.pk, state__in=PARTS_HELD, **still)
    if not held.update(state=PartState.LOST, lease_expires_at=None):
        return False
    record_event(
        part.run_id,
        attempt=part.attempt,
        code="generator_lost",
        number=part.number,
    )
    return True


# By the workers of the other parts -------------------------------------------------------


def wanted() -> list[tuple[UUID, Wanted]]:
    """The runs that wait for generators, once for each that is missing, with what it has to
    have."""
    if stop.standing() is not None:
        return []
    asked = _open_parts().values_list(
        "run_id", *(f"run__{name}" for name in routes.ASKED)
    )
    return [(run_id, Wanted.asked(*each).by_one) for run_id, *each in asked]


def _open_parts() -> QuerySet[RunPart]:
    return RunPart.objects.filter(
        state=PartState.OFFERED,
        run__state=RunState.RUNNING,
        run__attempt=F("attempt"),
        run__lease_expires_at__gt=timezone.now(),
        run__cancel_requested_at=None,
    ).order_by("run__started_at", "number")


@transaction.atomic
def join(run_id: UUID, *, worker: str) -> RunPart | None:
    """Take an open part of a run for a worker that has none yet; None where there is none."""
    if stop.forbids_claims():
        return None
    for part in _open_parts().filter(run_id=run_id).select_related("run"):
        if of_attempt(run_id, part.attempt).filter(worker=worker).exists():
            return None
        if not routes.may_carry(worker, Wanted.of(part.run)):
            return None
        if _take(part, worker):
            record_event(
                run_id,
                attempt=part.attempt,
                code="generator_joined",
                number=part.number,
            )
            part.refresh_from_db()
            return part
    return None


def _take(part: RunPart, worker: str) -> bool:
    is_taken = RunPart.objects.filter(pk=part.pk, state=PartState.OFFERED).update(
        state=PartState.JOINED,
        worker=worker,
        lease_expires_at=timezone.now() + lease_time(),
    )
    return bool(is_taken)


def hold(part: RunPart, **changes: Any) -> None:
    """Change a held part; LeaseLost when its worker does not hold it any more."""
    if not RunPart.objects.filter(pk=part.pk, state__in=PARTS_HELD).update(**changes):
        raise LeaseLost(f"part {part.number} of run {part.run_id}")
    for name, value in changes.items():
        setattr(part, name, value)


def renew(part: RunPart) -> None:
    RunPart.objects.filter(pk=part.pk, state__in=PARTS_HELD).update(
        lease_expires_at=timezone.now() + lease_time()
    )


def is_cancel_requested(part: RunPart) -> bool:
    """As of the run; LeaseLost where the part or the run's attempt has ended."""
    held = RunPart.objects.filter(
        pk=part.pk,
        state__in=PARTS_HELD,
        run__state=RunState.RUNNING,
        run__attempt=part.attempt,
    )
    row = held.values_list("run__cancel_requested_at").first()
    if row is None:
        raise LeaseLost(f"part {part.number} of run {part.run_id}")
    return row[0] is not None


def get_ready(part: RunPart) -> None:
    hold(part, state=PartState.READY)


def be_done(part: RunPart, **found: Any) -> None:
    """With the phase; ``found`` is what it measured."""
    hold(part, state=PartState.DONE, **found)


def fail(part: RunPart, *, failure: Failure) -> None:
    """Nothing where it is not held any more: the run has ended."""
    RunPart.objects.filter(pk=part.pk, state__in=PARTS_HELD).update(
        state=PartState.FAILED,
        lease_expires_at=None,
        failure_code=failure.code,
        failure_values=dict(failure.values),
        failure_detail=failure.detail,
    )


def leave(part: RunPart) -> None:
    """The run is to end: this worker has nothing of it any more."""
    RunPart.objects.filter(pk=part.pk, state__in=PARTS_HELD).update(
        state=PartState.ENDED, lease_expires_at=None
    )


@transaction.atomic
def hand_back(part: RunPart) -> None:
    """This worker is told to stop.

    A part that no phase was called for is open again, and one that has been measured keeps
    what it has told. Else the run has no use of the attempt: all of it ends, or goes on
    without this part where that is asked for.
    """
    held = RunPart.objects.filter(pk=part.pk, state__in=PARTS_HELD)
    if held.filter(state=PartState.JOINED).update(
        state=PartState.OFFERED, worker="", lease_expires_at=None
    ):
        record_event(
            part.run_id,
            attempt=part.attempt,
            code="generator_left",
            number=part.number,
        )
        return
    if held.filter(state=PartState.DONE, phase=Phase.MEASURE).update(
        lease_expires_at=timezone.now() + KEPT
    ):
        return
    if part.run.goes_on_without_lost:
        _lose(part)
    else:
        leave(part)


@transaction.atomic
def record_seconds(
    part: RunPart, *, samples: Iterable[Sample], counters: Iterable[Counter]
) -> None:
    """What its tool said and what was counted beside it, once each."""
    held = RunPart.objects.filter(pk=part.pk, state__in=PARTS_HELD)
    if not held.update(state=F("state")):  # and nobody else's move until this is stored
        raise LeaseLost(f"part {part.number} of run {part.run_id}")
    rows = [
        PartSecond(part=part, kind=PartKind.SAMPLE, second=each.second, values=values)
        for each in samples
        for values in [{name: getattr(each, name) for name in SAMPLE_FIELDS}]
    ]
    rows += [
        PartSecond(
            part=part, kind=PartKind.COUNTERS, second=each.second, values=each.values
        )
        for each in counters
    ]
    PartSecond.objects.bulk_create(rows, ignore_conflicts=True)
