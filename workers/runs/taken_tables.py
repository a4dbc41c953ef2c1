"""A database that already has tables of a workload's names: whose they are."""

from collections.abc import Sequence
from typing import Any

from benchruns.failures.failure import BenchbookError, failure
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
        whose: dict[str, Any] = {"whose": "unknown", "tables": list(taken[:3])}
    else:
        whose = _whose(own, run)
    raise BenchbookError(failure("tables_exist", database=target.database, **whose))


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


def _whose(own: DataSet, run: Run) -> dict[str, Any]:
    """What is said of it: of another user's data no name."""
    if own.endpoint.owner_id != run.owner_id:
        return {"whose": "another_user"}
    names = {"endpoint": own.endpoint.name, "data_set": own.workspace}
    if stays(own):
        return {"whose": "kept" if own.is_kept else "sweep", **names}
    error = {"code": own.drop_code, "values": own.drop_values}
    return {"whose": "left", **names, "reason": error if own.drop_code else None}
