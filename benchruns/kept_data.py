"""Data sets that outlive their run: which a run may use again, and how they go.

A kept data set is used again by runs of its own endpoint alone, so by its owner's; the
worker verifies its rows first. Kept for a sweep it goes with the sweep's last run.
"""

from collections.abc import Mapping
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns import lifecycle
from benchruns.lifecycle import NotAllowed
from benchruns.models import Attempt, DataSet, Endpoint, Run
from benchruns.vocabulary import TERMINAL_STATES, RunState
from benchruns.workloads import WORKLOADS


def usable_by(run: Run) -> DataSet | None:
    """The newest data set that a run of this kind need not load itself."""
    return (
        _alike(run.endpoint, run.workload, run.parameters)
        .filter(_for(run))
        .order_by("-created_at")
        .first()
    )


def usable_on(
    endpoint: Endpoint, workload: str, parameters: Mapping[str, object]
) -> DataSet | None:
    """The kept data set that a new run which keeps data would use."""
    alike = _alike(endpoint, workload, parameters)
    return alike.filter(is_kept=True).order_by("-created_at").first()


def _alike(
    endpoint: Endpoint, workload: str, parameters: Mapping[str, object]
) -> QuerySet[DataSet]:
    """Those of the same content, on the server that the endpoint leads to now."""
    return DataSet.objects.filter(
        endpoint=endpoint,
        server=endpoint.server,
        database=endpoint.database,
        workload=workload,
        size=WORKLOADS[workload].size(parameters).contents,
        is_ready=True,
        drop_requested_at__isnull=True,
        dropped_at__isnull=True,
    )


def _for(run: Run) -> Q:
    mine = Q(is_kept=True) if run.keeps_data_set else Q(pk__in=[])
    return mine | Q(run__sweep=run.sweep_id) if run.sweep_id else mine


@transaction.atomic
def take(run: Run, *, attempt: int) -> DataSet | None:
    """The data set that a running run uses again, noted on it; None where it loads.

    Raises LeaseLost where the attempt does not hold the run any more.
    """
    found = usable_by(run)
    if found is None:
        return None
    # Locked, so that a drop asked for at the same time sees the run, or is seen here.
    held = DataSet.objects.select_for_update().get(pk=found.pk)
    if held.drop_requested_at is not None or held.dropped_at is not None:
        return None
    lifecycle.use(run.pk, attempt=attempt, data_set=held)
    return held


@transaction.atomic
def hand_over(
    data_set: DataSet,
    *,
    attempt: Attempt,
    data_bytes: int | None,
    load_seconds: float,
) -> None:
    """Say that its rows were verified: from now on it may be used again.

    Raises LeaseLost where the attempt does not hold its run any more: what it loaded
    may be on its way out.
    """
    lifecycle.use(attempt.run_id, attempt=attempt.number, data_set=data_set)
    data_set.is_ready = True
    data_set.data_bytes = data_bytes
    data_set.load_seconds = load_seconds
    data_set.save(update_fields=["is_ready", "data_bytes", "load_seconds"])


def give_up(data_set: DataSet) -> None:
    """Have one dropped that cannot be used any more: its run knows that first."""
    DataSet.objects.filter(pk=data_set.pk, drop_requested_at__isnull=True).update(
        drop_requested_at=timezone.now()
    )


@transaction.atomic
def request_drop(data_set_id: UUID) -> DataSet:
    """Have a kept data set dropped at the next contact with its server.

    Raises NotAllowed while a run uses it, or is waiting to in a sweep.
    """
    data_set = DataSet.objects.select_for_update().get(pk=data_set_id)
    if data_set.dropped_at is not None:
        raise NotAllowed(_("This data set has been dropped."))
    running = Run.objects.filter(state=RunState.RUNNING)
    if running.filter(Q(data_set=data_set) | Q(data_sets=data_set)).exists():
        raise NotAllowed(
            _("A run is using this data set: wait for its end, or cancel it first.")
        )
    sweeps = Run.objects.filter(data_set=data_set, sweep__isnull=False).values("sweep")
    if _unfinished().filter(sweep__in=sweeps).exists():
        raise NotAllowed(
            _("A sweep is using this data set: wait for its end, or cancel it first.")
        )
    if data_set.drop_requested_at is None:
        data_set.drop_requested_at = timezone.now()
        data_set.save(update_fields=["drop_requested_at"])
    return data_set


def shown_to(user: AbstractBaseUser | AnonymousUser) -> QuerySet[DataSet]:
    """The data sets that are kept on servers, one's own and for staff all."""
    return DataSet.objects.filter(
        endpoint__in=Endpoint.objects.visible_to(user),
        dropped_at__isnull=True,
        is_ready=True,
    ).filter(STAYS)


def stays_after(run: Run, data_set: DataSet) -> bool:
    """Whether a run that is about to end must leave its data set where it is."""
    others = _unfinished().exclude(pk=run.pk)
    return DataSet.objects.filter(_stays(others), pk=data_set.pk).exists()


def in_use(*, but_by: Run | None = None) -> Q:
    """What a running run works on; what ``but_by`` does counts for nothing."""
    running = Run.objects.filter(state=RunState.RUNNING)
    if but_by is not None:
        running = running.exclude(pk=but_by.pk)
    made = Exists(running.filter(pk=OuterRef("run")))
    return Q(made) | Q(Exists(running.filter(data_set=OuterRef("pk"))))


def _unfinished() -> QuerySet[Run]:
    return Run.objects.exclude(state__in=TERMINAL_STATES)


def _stays(unfinished: QuerySet[Run]) -> Q:
    awaited = Exists(unfinished.filter(sweep=OuterRef("run__sweep")))
    return Q(is_ready=True, drop_requested_at__isnull=True) & (
        Q(is_kept=True) | Q(awaited)
    )


# What is left on a server on purpose, and not by a failure.
STAYS = _stays(_unfinished())
IN_USE = in_use()
