"""Data sets that outlive their run: which a run may use again, and how they go.

A kept data set is used again by runs of its own endpoint alone, so by its owner's; the
worker verifies its rows first. Kept for a sweep it goes with the sweep's last run.
"""

from collections.abc import Mapping
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.errors import NotAllowed
from benchruns.models import Attempt, DataSet, Endpoint, Run
from benchruns.runs import lifecycle
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
    """Those of the same content, on the server that the endpoint leads to now.

    And loaded by the account of now: another one may not see the tables, or see others
    by their names, and would take whole data for spoilt.
    """
    by_another = Attempt.objects.filter(
        run=OuterRef("run"), reached__has_key="username"
    ).exclude(reached__username=endpoint.username)
    return DataSet.objects.filter(
        ~Exists(by_another),
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


@transaction.atomic
def let_go(data_set: DataSet, *, attempt: Attempt) -> None:
    """Before a worker drops what its attempt works on: no other run takes it from now.

    Raises LeaseLost where the attempt does not hold its run any more: a later one may
    have taken the data.
    """
    held = DataSet.objects.select_for_update().get(pk=data_set.pk)
    lifecycle.use(attempt.run_id, attempt=attempt.number, data_set=held)
    if held.drop_requested_at is None:
        held.drop_requested_at = timezone.now()
        held.save(update_fields=["drop_requested_at"])


@transaction.atomic
def let_go_unless_needed(data_set: DataSet, *, attempt: Attempt) -> bool:
    """``let_go`` of what nobody needs once this run has ended; False if it stays."""
    # Locked, so that a run that takes it at the same time is seen, or sees the drop.
    held = DataSet.objects.select_for_update().get(pk=data_set.pk)
    if stays_after(attempt.run, held):
        return False
    let_go(held, attempt=attempt)
    return True


@transaction.atomic
def request_drop(data_set_id: UUID) -> DataSet:
    """Have a kept data set dropped at the next contact with its server.

    Raises NotAllowed while a run uses it, or is waiting to in a sweep.
    """
    data_set = DataSet.objects.select_for_update().get(pk=data_set_id)
    if data_set.dropped_at is not None:
        raise NotAllowed(_("This data set has been dropped."))
    if data_set.endpoint.server_id != data_set.server_id:
        raise NotAllowed(_elsewhere(data_set))
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


def _elsewhere(data_set: DataSet) -> str:
    return _(
        "It lies on %(server)s, and endpoint %(endpoint)s is not known to lead there "
        "now. If it does, check it and drop the data set then; otherwise set its "
        "connection back for that, or drop %(name)s there yourself."
    ) % {
        "server": f"{data_set.server.address}:{data_set.server.port}",
        "endpoint": data_set.endpoint.name,
        "name": data_set.workspace,
    }


def shown_to(user: AbstractBaseUser | AnonymousUser) -> QuerySet[DataSet]:
    """What stays on servers on purpose, one's own and for staff all, until it is dropped.

    With ``is_in_use``: a run uses it now, or the sweep that it was loaded for goes on;
    and ``is_elsewhere``: not on the server that its endpoint leads to now, as far as is
    known, so that no run uses it and no worker drops it.
    """
    awaited = Exists(_unfinished().filter(sweep__runs__data_set=OuterRef("pk")))
    was_to_stay = Q(is_kept=True) | Q(run__sweep__isnull=False)
    is_going = Q(is_ready=True, drop_requested_at__isnull=False) & was_to_stay
    return DataSet.objects.filter(
        STAYS | is_going,
        endpoint__in=Endpoint.objects.visible_to(user),
        dropped_at__isnull=True,
    ).annotate(
        is_in_use=IN_USE | Q(awaited),
        is_elsewhere=~Q(server=F("endpoint__server")),
    )


def stays(data_set: DataSet) -> bool:
    """Whether it is on its server on purpose, and no leftover."""
    return DataSet.objects.filter(STAYS, pk=data_set.pk).exists()


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
