"""A run as one line of a table."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from benchruns.models import Result, Run
from benchruns.runs import lifecycle
from benchruns.workloads import WORKLOADS
from benchruns.workloads.labels import workload_label
from benchruns.workloads.size import Size
from portal.queries import runs as run_queries
from portal.web import permissions
from portal.wording import runs as run_wording


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRow:
    """``place`` is the endpoint's name for who may know it; ``position`` in a queue,
    ``is_unserved`` where no load generator that is there can make it.

    ``title`` is the whole of it in words. ``name`` and ``tags`` are as its owner calls
    it, empty for who may not know. ``is_deletable`` by its viewer, if nothing rests on
    it.
    """

    run: Run
    result: Result | None
    title: str
    name: str
    tags: list[str]
    workload: str
    state: str
    place: str
    engine: str
    parameters: dict[str, Any]
    size: Size
    threads: int
    is_deletable: bool
    position: int | None = None
    is_unserved: bool = False


def rows_of(runs: Iterable[Run], *, viewer: permissions.Viewer) -> list[RunRow]:
    return [row_of(run, viewer=viewer) for run in runs]


def row_of(
    run: Run,
    *,
    viewer: permissions.Viewer,
    position: int | None = None,
    is_unserved: bool = False,
) -> RunRow:
    seen = permissions.is_owner_or_staff(viewer, run.owner_id)
    parameters = run_queries.all_parameters(run)
    workload = WORKLOADS[run.workload]
    return RunRow(
        run=run,
        result=run_wording.result_of(run),
        title=run_wording.title(run, is_private_seen=seen),
        name=run.name if seen else "",
        tags=run.tag_list if seen else [],
        workload=workload_label(run.workload),
        state=run_wording.state(run),
        place=run_wording.place(run, is_private_seen=seen),
        engine=run_wording.engine(run),
        parameters=parameters,
        size=workload.size(parameters),
        threads=workload.threads(parameters),
        is_deletable=permissions.is_owner(viewer, run.owner_id)
        and run.state in lifecycle.DELETABLE,
        position=position,
        is_unserved=is_unserved,
    )
