"""A database that already has tables of a workload's names: whose they are, in words."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from benchruns.failures.failure import BenchbookError, Failure
from benchruns.models import DataSet, Run, Server
from benchruns.runs.kept_data import stays
from workers.connecting.target import Target
from workers.engines.probe import Probe


def refuse(
    probe: Probe, target: Target, tables: Sequence[str], *, run: Run, server: Server
) -> None:
    """BenchbookError if one of ``tables`` exists in the target's own database."""
    taken = probe.existing_tables(tables, workspace=None)
    if not taken:
        return
    own = _marked_on(probe, target, server, taken)
    if own is None:
        message = _not_ours(target, taken)
    elif own.endpoint.owner_id != run.owner_id:
        message = _of_another_user(target)
    elif stays(own):
        message = _kept(target, own)
    else:
        message = _left(target, own)
    raise BenchbookError(Failure(code="tables_exist", message=message))


def _marked_on(
    probe: Probe, target: Target, server: Server, taken: Sequence[str]
) -> DataSet | None:
    """The data set of Benchbook's whose mark one of the tables carries."""
    there = DataSet.objects.filter(
        server=server,
        database=target.database,
        owns_workspace=False,
        dropped_at__isnull=True,
    ).select_related("endpoint")
    return next(
        (one for one in there if probe.marked_tables(taken, mark=one.workspace)), None
    )


def _not_ours(target: Target, taken: Sequence[str]) -> str:
    return _(
        "The account may not create a database of its own, and %(database)s already "
        "has %(tables)s, which Benchbook will not touch. Grant the right to create a "
        "database (PostgreSQL: a schema), or name an empty database."
    ) % {"database": target.database, "tables": ", ".join(taken[:3])}


def _of_another_user(target: Target) -> str:
    return _(
        "The account may not create a database of its own, and the tables in "
        "%(database)s are data that Benchbook has loaded for another user. Grant the "
        "right to create a database (PostgreSQL: a schema), or name an empty database."
    ) % {"database": target.database}


def _kept(target: Target, kept: DataSet) -> str:
    values = {
        "database": target.database,
        "name": kept.workspace,
        "endpoint": kept.endpoint.name,
    }
    if not kept.is_kept:
        return (
            _(
                "The account may not create a database of its own, and the tables in "
                "%(database)s are data set %(name)s, which a sweep on endpoint "
                "%(endpoint)s still needs. Run again when the sweep has ended, or "
                "grant the right to create a database (PostgreSQL: a schema)."
            )
            % values
        )
    return (
        _(
            "The account may not create a database of its own, and the tables in "
            "%(database)s are data set %(name)s, kept for endpoint %(endpoint)s. Drop "
            "it on the page of data sets, or grant the right to create a database "
            "(PostgreSQL: a schema)."
        )
        % values
    )


def _left(target: Target, left: DataSet) -> str:
    return _(
        "The account may not create a database of its own, and the tables in "
        "%(database)s are what a run on endpoint %(endpoint)s left, data set %(name)s: "
        "Benchbook could not drop them yet.%(error)s Check that endpoint while the "
        "server answers and run again, or drop them yourself."
    ) % {
        "database": target.database,
        "endpoint": left.endpoint.name,
        "name": left.workspace,
        "error": f" {left.drop_error}" if left.drop_error else "",
    }
