"""A tool that loads the server for one phase, watched: of a whole run, or of its part."""

import logging
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from benchruns.failures.failure import BenchbookError
from benchruns.models import Attempt, Run
from benchruns.runs.parts.shares import before
from benchruns.vocabulary import Phase
from benchruns.workloads import WORKLOADS
from workers.confinement import process, tool_limits
from workers.confinement.guard import Peer
from workers.connecting.contact import metrics_place_of
from workers.connecting.target import Target
from workers.evidence import judge as judging
from workers.evidence.watch import Watch
from workers.evidence.watched_machine import WatchedMachine
from workers.runs import tool_run
from workers.runs.lease import Lease
from workers.runs.recorder import Store
from workers.tools.command import Command
from workers.tools.driver import Driver, Share
from workers.tools.progress import Progress
from workers.tools.registry import driver_of

logger = logging.getLogger(__name__)

OVERRUN_SECONDS = 120  # what a tool may take beyond the time it was asked to run

Judged = TypeVar("Judged")


def driver_of_share(run: Run, number: int, parameters: Mapping[str, Any]) -> Driver:
    """What makes the part of this number, from 1, with its own parameters."""
    workload = WORKLOADS[run.workload]
    in_front = before(
        workload, run.parameters, generators=run.generators, number=number
    )
    share = Share(
        before=in_front,
        own=workload.threads(parameters),
        all=workload.threads(run.parameters),
    )
    return driver_of(run.workload, parameters, share)


def nothing() -> None:
    """A run of one generator waits for nobody."""


class Load:
    """Starts tools for one attempt; what they say goes to ``store``.

    ``part`` is the number of the generator, of several; the first one alone reads the
    server's counters and its machine's. ``prepared_statements`` are as the plan counted
    them.
    """

    def __init__(
        self,
        run: Run,
        attempt: Attempt,
        target: Target,
        lease: Lease,
        driver: Driver,
        *,
        part: int = 1,
        store: Store | None = None,
    ) -> None:
        self.run = run
        self.attempt = attempt
        self.target = target
        self.lease = lease
        self.driver = driver
        self.part = part
        self.store = store
        self.prepared_statements = 0

    def tool(
        self,
        phase: Phase,
        command: Command,
        *,
        progress: Progress,
        judge: Callable[[process.Completed, Path], Judged],
        limit_seconds: float,
        offset: int = 0,
        watch: Watch | None = None,
        before_start: Callable[[], None] = nothing,
        look: Callable[[], None] = nothing,
    ) -> Judged:
        """``before_start`` returns when the tool is to start; ``look`` is called while it
        runs, and raises where another part ends the run."""
        return tool_run.carry_out(
            command,
            attempt=self.attempt,
            phase=phase,
            part=self.part,
            store=self.store,
            lease=self.lease,
            parse_interval=self.driver.parse_interval,
            parse_levels=self.driver.parse_levels,
            load_began=self.driver.load_began,
            watch=watch,
            progress=progress,
            judge=judge,
            before_start=before_start,
            look=look,
            limit_seconds=limit_seconds,
            limits=tool_limits.of_load(
                Peer(self.target.address, self.target.port),
                loaded_bytes=self.driver.loaded_bytes,
                process_bytes=self.driver.process_bytes,
                connections=self._connections(),
                statements=self.prepared_statements,
                seconds=limit_seconds,
            ),
            offset=offset,
        )

    def _connections(self) -> int:
        """The most that the tool opens, be it to load data or the server."""
        size = WORKLOADS[self.run.workload].size(self.run.parameters)
        return max(self.driver.connections, size.loading_connections)

    def watch(self, workspace: str | None, *, offset: int = 0) -> Watch:
        return Watch(
            self.target,
            run_id=self.run.id,
            attempt=self.attempt.number,
            workers=self.driver.connections,
            tables=self.driver.tables,
            workspace=workspace,
            limit_so_far=partial(judging.limit_so_far, self.run, self.target),
            machine=self._machine(),
            offset=offset,
            counts_server=self._is_first,
        )

    @property
    def _is_first(self) -> bool:
        return self.part == 1

    def _machine(self) -> WatchedMachine:
        endpoint = self.run.endpoint
        if not endpoint.metrics_url or not self._is_first:
            return WatchedMachine(None, is_named=False)
        try:
            return WatchedMachine(metrics_place_of(endpoint))
        except BenchbookError as error:
            logger.warning("no metrics: %s", error.failure.code)
            return WatchedMachine(None)
