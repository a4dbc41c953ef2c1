"""Before a worker has a run: promoted, claimed, or refused."""

from collections.abc import Mapping
from datetime import timedelta
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils import timezone

from benchruns.emergency import stop
from benchruns.failures.failure import Failure
from benchruns.generators import promised, routes
from benchruns.generators.routes import Wanted
from benchruns.models import Attempt, Run, Server
from benchruns.outbox.runs import tell_of_run
from benchruns.runs.lifecycle.moves import lease_time, record_event
from benchruns.runs.queue_places import others_in_need, waits_behind_another
from benchruns.vocabulary import Phase, RunState

NAME_PATIENCE = timedelta(seconds=30)  # for a name service that is away


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
        record_event(run_id, attempt=0, code="queued", was_scheduled=True)
    return bool(moved)


def claim(
    run_id: UUID,
    *,
    server: Server,
    worker: str,
    reached: Mapping[str, str | int] | None = None,
) -> Attempt | None:
    """Take a queued run for a worker; ``None`` when it is not this worker's turn.

    ``reached`` is kept with the attempt: the place and account that it works with.
    Refused, at no cost, when the run is not queued any more, when its server is busy,
    when an older queued run waits for the same server, when the worker's generator lacks the
    tool or a label that the run asks for, when a run of several waits for this generator or too few
    others are idle, while staff have stopped all, or where its owner's account was closed.
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
    if stop.forbids_claims():
        return None
    now = timezone.now()
    queued = Run.objects.filter(pk=run_id, state=RunState.QUEUED)
    run = queued.filter(owner__is_active=True).first()
    if run is None or waits_behind_another(run, server):
        return None
    wanted = Wanted.of(run)
    if not routes.may_carry(worker, wanted):
        return None
    waiting = others_in_need(run)
    if not promised.may_begin(wanted, worker=worker, waiting=waiting):
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
        lease_expires_at=now + lease_time(),
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
        phase=Phase.PREFLIGHT,
    )
    tell_of_run(run_id)
    return attempt


@transaction.atomic
def refuse(run_id: UUID, *, failure: Failure, may_pass: bool = False) -> bool:
    """Fail a queued run that cannot be claimed: without consent, or without an address.

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
        failure_values=dict(failure.values),
        failure_detail=failure.detail,
    )
    if moved:
        record_event(
            run_id, attempt=run.attempt, code="failed", reason=failure.as_dict()
        )
        tell_of_run(run_id)
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
        detail=failure.detail,
    )
    return True
