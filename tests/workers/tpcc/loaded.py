"""One data set for many whole runs: the first run loads and keeps it.

The portal's rows are gone after each test, so each records the data set anew.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Self

import psutil

from benchruns.endpoints import registration
from benchruns.figures.histograms import Histogram as Counts
from benchruns.models import DataSet, Endpoint, Histogram, Result, Run, Sample
from benchruns.runs import schedule
from benchruns.sentences.failures.table import why_failed
from benchruns.workloads import WORKLOADS
from tests.examples import few_or
from tests.factories import DataSetFactory
from tests.sentences import of_events
from tests.targets import endpoint_of
from tests.workers.runs.whole_runs import carry_out, phase_output
from workers import probes
from workers.connecting.target import Target
from workers.tools.tpcc.dialects import dialect_of
from workers.tools.tpcc.options import Place

# One warehouse is a hundred megabytes; of two a user chooses a strange one at times.
WAREHOUSES = few_or(2, few=1)
SHORT = {
    "warehouses": WAREHOUSES,
    "virtual_users": 4,
    "rampup_seconds": 0,
    "duration_seconds": 1,
}
# Of the run that loads, of which most is looked at.
FIRST = {"rampup_seconds": 2, "duration_seconds": few_or(3, few=2)}
# What makes one condition of clause 3.3.2 fail, and what makes it hold again.
CORRUPTIONS = {
    1: (
        "UPDATE warehouse SET w_ytd = w_ytd + 5 WHERE w_id = 1",
        "UPDATE warehouse SET w_ytd = w_ytd - 5 WHERE w_id = 1",
    ),
    2: (
        "UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = 1 AND d_id = 2",
        "UPDATE district SET d_next_o_id = d_next_o_id - 1 WHERE d_w_id = 1 AND d_id = 2",
    ),
    3: (
        "INSERT INTO new_order (no_o_id, no_d_id, no_w_id) VALUES (1, 3, 1)",
        "DELETE FROM new_order WHERE no_o_id = 1 AND no_d_id = 3 AND no_w_id = 1",
    ),
    4: (
        "UPDATE orders SET o_ol_cnt = o_ol_cnt + 1"
        " WHERE o_w_id = 1 AND o_d_id = 4 AND o_id = 5",
        "UPDATE orders SET o_ol_cnt = o_ol_cnt - 1"
        " WHERE o_w_id = 1 AND o_d_id = 4 AND o_id = 5",
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A run as it was recorded, in plain values: the rows are gone after a test."""

    state: str
    failure: str
    outputs: Mapping[str, str]
    command: str
    messages: tuple[str, ...]
    samples: tuple[Sample, ...]
    counted_seconds: tuple[int, ...]
    evidence: Mapping[str, Any]
    result: Result | None
    histogram: Counts | None

    @classmethod
    def of(cls, run: Run) -> Self:
        attempt = run.attempts.get()
        phases = attempt.outputs.values_list("phase", flat=True)
        row = Histogram.objects.filter(result__run=run).first()
        return cls(
            state=run.state,
            failure=f"{why_failed(run)} {run.failure_detail}",
            outputs={phase: phase_output(run, phase) for phase in phases},
            command=attempt.command,
            messages=tuple(of_events(run)),
            samples=tuple(run.samples.order_by("second")),
            counted_seconds=tuple(
                run.counters.order_by("second").values_list("second", flat=True)
            ),
            evidence=attempt.evidence,
            result=getattr(run, "result", None),
            histogram=row.counts if row else None,
        )


@dataclass(slots=True)
class Loaded:
    """A data set on a server, and what the run told that loaded it."""

    target: Target
    space: str = ""
    run: Told | None = None

    def load(self) -> None:
        run = carry_out(queue(endpoint_of(self.target), **FIRST))
        self.run = Told.of(run)
        if run.data_set is not None:
            self.space = run.data_set.workspace

    def drop(self) -> None:
        if self.space:
            with probes.connect(self.target) as probe:
                probe.drop_workspace(self.space)

    def endpoint(self) -> Endpoint:
        """An endpoint on whose server it is kept: that of the run which loaded it, in its
        own test, else another."""
        if (own := DataSet.objects.filter(workspace=self.space).first()) is not None:
            return own.endpoint
        endpoint = endpoint_of(self.target)
        server = registration.server_of(endpoint, address=self.target.address)
        tpcc = WORKLOADS["tpcc"]
        DataSetFactory(
            endpoint=endpoint,
            server=server,
            database=endpoint.database,
            workspace=self.space,
            workload="tpcc",
            size=tpcc.size(tpcc.clean(SHORT)).contents,
            is_ready=True,
            is_kept=True,
        )
        endpoint.refresh_from_db()
        return endpoint

    @contextmanager
    def corrupted(self, condition: int) -> Iterator[None]:
        """Data that violates one condition, until the block ends."""
        spoil, mend = CORRUPTIONS[condition]
        change(self.target, self.space, spoil)
        try:
            yield
        finally:
            change(self.target, self.space, mend)


def change(target: Target, space: str, statement: str) -> None:
    place = Place(
        dialect=target.family.name,
        host=target.host,
        address=target.address,
        port=target.port,
        username=target.username,
        password=target.password,
        database=target.database,
        space=space,
        tls=target.tls,
        allow_cleartext_password=target.allow_cleartext_password,
    )
    with dialect_of(place.dialect).connect(place) as session:
        session.execute(statement)


def queue(endpoint: Endpoint, *, keeps: bool = True, **parameters: object) -> Run:
    return schedule.schedule(
        owner=endpoint.owner,
        endpoint=endpoint,
        workload="tpcc",
        parameters=SHORT | parameters,
        keeps_data_set=keeps,
    )


def processes() -> list[psutil.Process]:
    """The tool's own that this process has started: the first one, then its children."""
    return [
        each for each in psutil.Process().children(recursive=True) if _is_tool(each)
    ]


def _is_tool(process: psutil.Process) -> bool:
    try:
        is_over = process.status() == psutil.STATUS_ZOMBIE
        return not is_over and "workers.tools.tpcc" in process.cmdline()
    except psutil.NoSuchProcess:
        return False
