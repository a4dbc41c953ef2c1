"""Sweeps of short runs on the test servers."""

from benchruns.models import Endpoint, Run
from benchruns.runs import sweeps
from benchruns.runs.sweeps import Ladder
from tests.targets import GENTLE, SHORT

OF_PGBENCH = {"scale": 1, "duration_seconds": 1}


def climb(
    endpoint: Endpoint,
    threads: list[int],
    *,
    workload: str = "oltp_read_write",
    repetitions: int = 1,
    settle_seconds: int = 0,
    keeps_data_set: bool = False,
    **parameters,
) -> list[Run]:
    """The runs of a sweep in their order, queued."""
    short = OF_PGBENCH if workload.startswith("pgbench") else SHORT
    sweep = sweeps.start(
        owner=endpoint.owner,
        endpoint=endpoint,
        workload=workload,
        parameters=short | GENTLE | parameters,
        ladder=Ladder(
            threads=threads, repetitions=repetitions, settle_seconds=settle_seconds
        ),
        keeps_data_set=keeps_data_set,
    )
    return list(sweep.runs.order_by("sweep_position"))
