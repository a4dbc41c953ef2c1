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

from benchruns.lifecycle import NotAllowed
from benchruns.models import DataSet, Endpoint, Run
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
def take(run: Run) -> DataSet | None:
    """The data set that a running run uses again, noted on it; None where it loads."""
    found = usable_by(run)
    if found is None:
        return None
    # Locked, so that a drop asked for at the same time sees the run, or is seen here.
    held = DataSet.objects.select_for_update().get(pk=found.pk)
    if held.drop_requested_at is not None:
        return None
    Run.objects.filter(pk=run.pk).update(data_set=held)
    return held


@transaction.atomic
def request_drop(data_set_id: UUID) -> DataSet:
    """Have a kept data set dropped at the next contact with its server.

    Raises NotAllowed while a run uses it, or is waiting to in a sweep.
    """
    data_set = DataSet.objects.select_for_update().get(pk=data_set_id)
    if data_set.dropped_at is not None:
        raise NotAllowed(_("This data set has been dropped."))
    using = Run.objects.filter(state=RunState.RUNNING).filter(
        Q(data_set=data_set) | Q(data_sets=data_set)
    )
    if using.exists():
        raise NotAllowed(
            _("A run is using this data set: wait for its end, or cancel it first.")
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


# What is left on a server on purpose, and not by a failure.
_UNFINISHED = Run.objects.filter(sweep=OuterRef("run__sweep")).exclude(
    state__in=TERMINAL_STATES
)
STAYS = Q(is_ready=True, drop_requested_at__isnull=True) & (
    Q(is_kept=True) | Exists(_UNFINISHED)
)
IN_USE = Q(run__state=RunState.RUNNING) | Exists(
    Run.objects.filter(data_set=OuterRef("pk"), state=RunState.RUNNING)
)
