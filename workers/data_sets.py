"""Data sets: recorded before they are created, and only what is recorded is dropped."""

import secrets
from collections.abc import Sequence

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.failures import BenchbookError, Failure
from benchruns.models import DataSet, Endpoint, Run, Server
from benchruns.vocabulary import RunState
from workers.probes.base import Probe


def create(probe: Probe, run: Run, server: Server, tables: Sequence[str]) -> DataSet:
    """A recorded, empty place for a run's tables.

    A database (PostgreSQL: schema) of Benchbook's own where the account may create
    one, else the endpoint's database, and that only if it holds none of ``tables``.
    """
    owns_workspace = not probe.missing_privileges(own_space=True)
    if not owns_workspace and (taken := probe.existing_tables(tables, workspace=None)):
        raise BenchbookError(_tables_in_the_way(run.endpoint, taken))
    data_set = DataSet.objects.create(
        endpoint=run.endpoint,
        server=server,
        run=run,
        workspace=f"benchbook_{secrets.token_hex(8)}",
        owns_workspace=owns_workspace,
        table_names=list(tables),
    )
    if owns_workspace:
        probe.create_workspace(data_set.workspace)
    return data_set


def missing_privileges(probe: Probe) -> tuple[str, ...]:
    """What the account lacks for a run, be it in a database of its own or without."""
    missing = probe.missing_privileges(own_space=True)
    if not missing or not probe.missing_privileges(own_space=False):
        return ()
    return missing


def _tables_in_the_way(endpoint: Endpoint, taken: Sequence[str]) -> Failure:
    return Failure(
        code="tables_exist",
        message=_(
            "The account may not create a database of its own, and %(database)s "
            "already has %(tables)s, which Benchbook will not touch. Grant the right "
            "to create a database (PostgreSQL: a schema), or name an empty database."
        )
        % {"database": endpoint.database, "tables": ", ".join(taken[:3])},
    )


def drop(probe: Probe, data_set: DataSet) -> None:
    """Drop what was recorded, and record that; BenchbookError when it cannot be done."""
    if data_set.owns_workspace:
        probe.drop_workspace(data_set.workspace)
    else:
        probe.drop_marked_tables(data_set.table_names, mark=data_set.workspace)
    DataSet.objects.filter(pk=data_set.pk).update(
        dropped_at=timezone.now(), drop_error=""
    )


def record_drop_error(data_set: DataSet, failure: Failure) -> None:
    """Remember what could not be dropped now, for the next contact."""
    DataSet.objects.filter(pk=data_set.pk).update(drop_error=failure.message)


def drop_leftovers(
    probe: Probe, endpoint: Endpoint, server: Server, *, holder: Run | None = None
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
            drop(probe, data_set)
        except BenchbookError as error:
            record_drop_error(data_set, error.failure)
        else:
            dropped += 1
    return dropped
