"""Runs that came to nothing, deleted by their owner; the audit log keeps what happened."""

from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from benchruns.audit.record import record
from benchruns.errors import NotAllowed
from benchruns.limits import door
from benchruns.models import DataSet, Result, Run, Sweep
from benchruns.runs.queue_places import keep_turn_of
from benchruns.vocabulary import AuditAction, RunState

DELETABLE = (RunState.FAILED, RunState.CANCELLED)


def refusal(run: Run) -> str:
    """Why a run stays, and what to do; empty for one that may be deleted."""
    if run.state == RunState.SUCCEEDED:
        return _(
            "It succeeded, and its result keeps its address. Unpublish it, or exclude "
            "the result, so that it counts nowhere."
        )
    if run.state not in DELETABLE:
        return _("It has not ended. Cancel it first.")
    if Result.objects.filter(run=run).exists():
        return _("It has a result, which keeps its address.")
    if left := DataSet.objects.filter(run=run, dropped_at__isnull=True).first():
        return _(
            "Its data set %(name)s still lies on the server, and only this run tells "
            "that. Drop it under Data sets, or check the endpoint."
        ) % {"name": left.workspace}
    if run.sweep_id and _others_of_sweep(run).exclude(state__in=DELETABLE).exists():
        return _(
            "Its sweep has other runs that succeeded or have not ended, and tells how "
            "many of all failed."
        )
    return ""


def _others_of_sweep(run: Run) -> QuerySet[Run]:
    return Run.objects.filter(sweep=run.sweep_id).exclude(pk=run.pk)


@transaction.atomic
def delete(run_id: UUID, *, by: AbstractBaseUser) -> None:
    """With all that belongs to it; a sweep goes with its last run.

    NotAllowed where something rests on it. Data sets that are dropped already are
    forgotten, but for those that other runs have used.
    """
    run = Run.objects.select_for_update().get(pk=run_id)
    if why := refusal(run):
        raise NotAllowed(why)
    _record(run, by)
    door.keep_load_of(run)
    keep_turn_of(run)
    sweep_id = run.sweep_id
    Run.objects.filter(pk=run.pk).update(data_set=None)
    used = Run.objects.filter(data_set__run=run).values_list("data_set", flat=True)
    DataSet.objects.filter(pk__in=list(used)).update(run=None)
    DataSet.objects.filter(run=run).delete()
    run.delete()
    if sweep_id and not Run.objects.filter(sweep=sweep_id).exists():
        Sweep.objects.filter(pk=sweep_id).delete()


def _record(run: Run, by: AbstractBaseUser) -> None:
    """What it was and all that happened to it, in the words of its codes."""
    events = run.events.order_by("id").values("attempt", "at", "code", "data")
    record(
        AuditAction.RUN_DELETED,
        by=by,
        on=run,
        name=run.name,
        run=str(run.pk),
        state=run.state,
        endpoint=str(run.endpoint_id),
        workload=run.workload,
        parameters=run.parameters,
        sweep=str(run.sweep_id) if run.sweep_id else None,
        failure_code=run.failure_code,
        created_at=run.created_at.isoformat(),
        events=[{**each, "at": each["at"].isoformat()} for each in events],
    )
