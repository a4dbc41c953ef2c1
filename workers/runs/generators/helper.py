"""A generator that makes a part of a run which another one holds."""

import copy
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import connection

from benchruns.endpoints import registration
from benchruns.failures.failure import BenchbookError, failure
from benchruns.models import Attempt, Run, RunPart
from benchruns.runs import lifecycle
from benchruns.runs.parts import moves
from benchruns.runs.parts.counts import counts_of
from benchruns.vocabulary import PartState, Phase
from workers.confinement import process
from workers.connecting import contact
from workers.connecting.target import Target
from workers.evidence import client, machine
from workers.evidence import judge as judging
from workers.evidence.watch import Watch
from workers.runs.generators.clock import CommonClock
from workers.runs.generators.load import OVERRUN_SECONDS, Load, driver_of_share
from workers.runs.generators.storage import PartStore
from workers.runs.lease import Cancelled, Lease, WorkerStopping
from workers.runs.persistence import persist
from workers.tools import progress
from workers.tools.command import Command
from workers.tools.driver import Measured, Place

logger = logging.getLogger(__name__)

LOOK_SECONDS = 0.25


def help_with(run_id: UUID, *, worker: str) -> bool:
    """Take an open part of a run and make it; False where there is none for this worker."""
    since = time.monotonic()
    part = moves.join(run_id, worker=worker)
    if part is None:
        return False
    held = HoldOnPart(part)
    try:
        with Lease(run_id, attempt=part.attempt, since=since, hold=held) as lease:
            _Helper(part, lease).perform()
    except lifecycle.LeaseLost:
        logger.info("the part has ended", extra={"run": run_id})
    except Cancelled:
        moves.leave(part)
    except WorkerStopping:
        moves.hand_back(part)
    except BenchbookError as error:
        moves.fail(part, failure=error.failure)
    except Exception:
        connection.close()  # it may be what failed
        moves.fail(part, failure=failure("internal_error"))
        raise
    return True


class HoldOnPart:
    """The hold of a generator on its part: of a ``Lease``, whose thread asks."""

    def __init__(self, part: RunPart) -> None:
        self._part = copy.copy(part)  # the thread's own

    def __str__(self) -> str:
        return str(self._part)

    def renew(self) -> None:
        moves.renew(self._part)

    def is_cancel_requested(self) -> bool:
        return moves.is_cancel_requested(self._part)


class _Helper:
    """One part: phase after phase as it is called, until the attempt ends."""

    def __init__(self, part: RunPart, lease: Lease) -> None:
        self.part = part
        self.lease = lease
        runs = Run.objects.select_related(
            "endpoint__instance_class", "endpoint__provider"
        )
        self.run = runs.get(pk=part.run_id)
        self.attempt = Attempt.objects.get(run=self.run, number=part.attempt)
        self.driver = driver_of_share(self.run, part.number, part.parameters)
        self.clock = CommonClock()
        self.store = PartStore(part, self.clock)

    def perform(self) -> None:
        """Ends with LeaseLost, as the attempt does, or with what went wrong."""
        self.driver.require()
        target = self._target()
        self._hold(
            client={**client.describe(), **machine.describe(target.address)},
            tool_version=self.driver.version(),
        )
        load = Load(
            self.run,
            self.attempt,
            target,
            self.lease,
            self.driver,
            part=self.part.number,
            store=self.store,
        )
        while True:
            self._await_call()
            load.prepared_statements = self.part.place["statements"]
            if self.part.phase == Phase.WARMUP:
                self._warm_up(load)
            else:
                self._measure(load)

    def _target(self) -> Target:
        """BenchbookError where the endpoint's name leads another way from here."""
        target = contact.target_of(self.run.endpoint)
        server = registration.server_of(self.run.endpoint, address=target.address)
        if server.pk != self.run.server_id:
            raise BenchbookError(
                failure("generator_elsewhere", number=self.part.number)
            )
        return target

    # Phases -------------------------------------------------------------------------

    def _warm_up(self, load: Load) -> None:
        seconds = self.run.parameters["warmup_seconds"]
        command = self.driver.warmup(load.target, self._place)
        self._tool(load, command, seconds=seconds, offset=-seconds)
        self._be_done()

    def _measure(self, load: Load) -> None:
        given = self.run.parameters
        seconds = given.get("rampup_seconds", 0) + given["duration_seconds"]
        command = self.driver.measure(load.target, self._place)
        found, watch = self._tool(load, command, seconds=seconds)
        share = copy.copy(self.run)
        share.parameters = self.part.parameters
        self._be_done(
            figures=found.figures.as_dict(),
            counts=counts_of(found.histogram),
            facts=dict(found.facts),
            evidence=judging.part_of(
                share, target=load.target, found=found, seen=watch.seen
            ),
        )

    def _tool(
        self, load: Load, command: Command, *, seconds: int, offset: int = 0
    ) -> tuple[Measured, Watch]:
        with load.watch(self._place.workspace, offset=offset) as watch:
            self.store.follow(watch)
            found = load.tool(
                Phase(self.part.phase),
                command,
                progress=progress.of_time(seconds),
                judge=lambda completed, folder: self._judge(load, completed, folder),
                offset=offset,
                limit_seconds=seconds + OVERRUN_SECONDS,
                watch=watch,
                before_start=self._start,
            )
        persist(lambda: self.store.keep([], watch.take()), lease=self.lease)
        return found, watch

    def _judge(
        self, load: Load, completed: process.Completed, folder: Path
    ) -> Measured:
        family = load.target.family
        return self.driver.judge(completed, family=family, folder=folder)

    @property
    def _place(self) -> Place:
        where = self.part.place
        return Place(workspace=where["workspace"], mark=where["mark"])

    # Waiting ------------------------------------------------------------------------

    def _await_call(self) -> None:
        self._await(lambda: self.part.state == PartState.CALLED)

    def _start(self) -> None:
        """Return at the instant that was agreed."""
        persist(lambda: moves.get_ready(self.part), lease=self.lease)
        self._await(lambda: self.part.starts_at is not None)
        instant = self.part.starts_at
        if instant is not None:
            self.clock.sleep_until(instant, go_on=self.lease.check)

    def _await(self, is_so: Callable[[], bool]) -> None:
        while not is_so():
            self.lease.check()
            time.sleep(LOOK_SECONDS)
            persist(self.part.refresh_from_db, lease=self.lease)

    def _hold(self, **facts: Any) -> None:
        persist(lambda: moves.hold(self.part, **facts), lease=self.lease)

    def _be_done(self, **found: Any) -> None:
        persist(lambda: moves.be_done(self.part, **found), lease=self.lease)
