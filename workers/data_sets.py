"""Data sets: recorded before they are created, and only what is recorded is dropped."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.failures import BenchbookError, Failure
from benchruns.models import DataSet, Endpoint, Run, Server
from benchruns.vocabulary import RunState
from workers import probes
from workers.probes.base import Probe
from workers.target import Target


@dataclass(frozen=True, slots=True, kw_only=True)
class Rights:
    """What the account may do; ``missing`` is what no run can do without."""

    owns_workspace: bool
    missing: tuple[str, ...]


def rights(probe: Probe) -> Rights:
    """Whether a run is possible, be it in a database of its own or without."""
    missing = probe.missing_privileges(own_space=True)
    if not missing:
        return Rights(owns_workspace=True, missing=())
    is_possible = not probe.missing_privileges(own_space=False)
    return Rights(owns_workspace=False, missing=() if is_possible else missing)


def create(
    target: Target,
    run: Run,
    server: Server,
    tables: Sequence[str],
    *,
    owns_workspace: bool,
) -> DataSet:
    """A recorded, empty place for a run's tables.

    A database (PostgreSQL: schema) of Benchbook's own where the account may create
    one, else the target's database, and that only if it holds none of ``tables``.
    """
    with probes.connect(target) as probe:
        if not owns_workspace:
            _refuse_taken(probe, target, tables)
        data_set = DataSet.objects.create(
            endpoint=run.endpoint,
            server=server,
            run=run,
            database=target.database,
            workspace=f"benchbook_{secrets.token_hex(8)}",
            owns_workspace=owns_workspace,
            table_names=list(tables),
        )
        if owns_workspace:
            probe.create_workspace(data_set.workspace)
    return data_set


def _refuse_taken(probe: Probe, target: Target, tables: Sequence[str]) -> None:
    taken = probe.existing_tables(tables, workspace=None)
    if taken:
        raise BenchbookError(
            Failure(
                code="tables_exist",
                message=_(
                    "The account may not create a database of its own, and "
                    "%(database)s already has %(tables)s, which Benchbook will not "
                    "touch. Grant the right to create a database (PostgreSQL: a "
                    "schema), or name an empty database."
                )
                % {"database": target.database, "tables": ", ".join(taken[:3])},
            )
        )


def drop(target: Target, data_set: DataSet) -> None:
    """Drop what was recorded, where it was recorded, and note that.

    BenchbookError when it cannot be done, which is noted as well for the next contact.
    """
    try:
        with probes.connect(_place_of(data_set, target)) as probe:
            if data_set.owns_workspace:
                probe.drop_workspace(data_set.workspace)
            else:
                probe.drop_marked_tables(data_set.table_names, mark=data_set.workspace)
    except BenchbookError as error:
        _note(data_set, drop_error=error.failure.message)
        raise
    _note(data_set, dropped_at=timezone.now(), drop_error="")


def _place_of(data_set: DataSet, target: Target) -> Target:
    """The endpoint may name another database by now. A MySQL workspace is in none."""
    is_database = target.family == "mysql" and data_set.owns_workspace
    return replace(target, database="" if is_database else data_set.database)


def _note(data_set: DataSet, **changes: object) -> None:
    DataSet.objects.filter(pk=data_set.pk, dropped_at__isnull=True).update(**changes)


def drop_leftovers(
    target: Target, endpoint: Endpoint, server: Server, *, holder: Run | None = None
) -> int:
    """Drop what had to be left on this server; how many there were.

    A running run's data is in use, unless that run is ``holder``: then it is what an
    earlier, lost attempt of it left.
    """
    in_use = Q(run__state=RunState.RUNNING)
    if holder is not None:
        in_use &= ~Q(run=holder)
    leftovers = DataSet.objects.filter(
        endpoint=endpoint, server=server, dropped_at__isnull=True
    ).exclude(in_use)
    dropped = 0
    for data_set in leftovers:
        try:
            drop(target, data_set)
        except BenchbookError:
            continue
        dropped += 1
    return dropped


def endpoints_to_clean(*, check_id: UUID | None = None) -> list[UUID]:
    """The endpoints with leftovers on the server that they lead to, if it is idle."""
    busy = Run.objects.filter(state=RunState.RUNNING).values("server")
    endpoints = Endpoint.objects.kept().filter(
        data_sets__dropped_at__isnull=True, data_sets__server=F("server")
    )
    if check_id is not None:
        endpoints = endpoints.filter(checks=check_id)
    return list(
        endpoints.exclude(server__in=busy).values_list("pk", flat=True).distinct()
    )
