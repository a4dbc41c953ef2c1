"""One run, phase by phase: preflight, prepare, warm-up, measure, cleanup."""

import logging
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import ParamSpec, TypeVar
from uuid import UUID

from django.db import connection
from django.utils.translation import gettext as _

from benchruns import lifecycle, measured, registration
from benchruns.failures import BenchbookError, Failure
from benchruns.models import Attempt, DataSet, Run, Server
from benchruns.vocabulary import Phase, RunState
from benchruns.workloads import WORKLOADS
from workers import (
    client,
    contact,
    data_sets,
    judging,
    preflight,
    probes,
    process,
    progress,
    tool_run,
)
from workers.addresses import NameServiceSilent
from workers.evidence import Watch
from workers.lease import Cancelled, Lease, WorkerStopping
from workers.persistence import persist
from workers.target import Target
from workers.tools import driver_of
from workers.tools.command import Command
from workers.tools.driver import Measured, Place

logger = logging.getLogger(__name__)

PREPARE_LIMIT_SECONDS = 24 * 3600
OVERRUN_SECONDS = 120  # what a tool may take beyond the time it was asked to run

P = ParamSpec("P")
T = TypeVar("T")
Judged = TypeVar("Judged")


def execute(run_id: UUID) -> bool:
    """Claim a queued run and carry it to its end; False when it stays where it is."""
    run = (
        Run.objects.select_related("endpoint__instance_class", "endpoint__provider")
        .filter(pk=run_id, state=RunState.QUEUED)
        .first()
    )
    if run is None:
        return False
    try:
        target = contact.target_of(run.endpoint)
    except BenchbookError as error:
        may_pass = isinstance(error, NameServiceSilent)
        return lifecycle.refuse(run.id, failure=error.failure, may_pass=may_pass)
    server = registration.server_of(run.endpoint, address=target.address)
    since = time.monotonic()
    attempt = lifecycle.claim(
        run.id, server=server, worker=socket.gethostname(), reached=target.reached
    )
    if attempt is None:
        return False
    with Lease(run.id, attempt=attempt.number, since=since) as lease:
        _perform(run, attempt, server, target, lease)
    return True


def _perform(
    run: Run, attempt: Attempt, server: Server, target: Target, lease: Lease
) -> None:
    try:
        Execution(run, attempt, server, target, lease).perform()
    except lifecycle.LeaseLost:
        logger.warning("lease lost", extra={"run": run.id})
    except WorkerStopping:
        lifecycle.lose(
            run.id,
            attempt=attempt.number,
            reason=_("Its worker was stopped."),
            is_planned=True,
        )
    except Exception:
        connection.close()  # it may be what failed
        with suppress(lifecycle.LeaseLost):
            persist(
                partial(
                    lifecycle.fail,
                    run.id,
                    attempt=attempt.number,
                    failure=_internal_error(),
                ),
                lease=lease,
            )
        raise


def _internal_error() -> Failure:
    return Failure(
        code="internal_error",
        message=_(
            "Benchbook itself failed; the server is not to blame. The worker's log "
            "has the details: report it, then repeat the run."
        ),
    )


class Execution:
    """One attempt. Its data set, if any, is dropped however the attempt ends."""

    def __init__(
        self, run: Run, attempt: Attempt, server: Server, target: Target, lease: Lease
    ) -> None:
        self.run = run
        self.attempt = attempt
        self.server = server
        self.target = target
        self.lease = lease
        self.driver = driver_of(run.workload, run.parameters)
        self.owns_workspace = False
        self.data_set: DataSet | None = None

    def perform(self) -> None:
        """Run all phases and end the run: succeeded, failed or cancelled."""
        end: Callable[..., None]
        try:
            found = self._load()
        except Cancelled:
            self._cleanup()
            end = lifecycle.confirm_cancelled
        except BenchbookError as error:
            self._cleanup()
            end = partial(lifecycle.fail, failure=error.failure)
        else:
            self._cleanup()
            result = self._write(
                measured.result_of, self.run, self.attempt, found.figures
            )
            end = partial(lifecycle.succeed, result=result)
            if self._is_cancelled():  # asked for while the data was being dropped
                end = lifecycle.confirm_cancelled
        self._write(end, self.run.id, attempt=self.attempt.number)

    def _is_cancelled(self) -> bool:
        return lifecycle.is_cancel_requested(self.run.id, attempt=self.attempt.number)

    def _load(self) -> Measured:
        self._preflight()
        self._prepare()
        if self.run.parameters["warmup_seconds"]:
            self._warm_up()
        return self._measure()

    # Phases -------------------------------------------------------------------------

    def _preflight(self) -> None:
        """What the server is, and whether it can take the load. Phase set by the claim."""
        with probes.connect(self.target) as probe:
            facts = probe.facts()
            rights = data_sets.rights(probe)
        preflight.refuse_missing(rights.missing)
        preflight.refuse_too_many(self.driver.connections, facts)
        self.owns_workspace = rights.owns_workspace
        self._write(
            data_sets.drop_leftovers,
            self.target,
            self.run.endpoint,
            self.server,
            holder=self.run,
        )
        self._keep(
            server_facts={
                **asdict(facts),
                "tls_of_load": self.driver.tls_of(self.target),
            },
            client=client.describe(),
            tool=WORKLOADS[self.run.workload].tool,
            tool_version=self.driver.version(),
            parser_version=self.driver.parser_version,
        )
        self.lease.check()

    def _prepare(self) -> None:
        self._begin(
            Phase.PREPARE,
            _("Prepare began: %(data)s.") % {"data": self.driver.description},
        )
        self.data_set = self._write(
            data_sets.create,
            self.target,
            self.run,
            self.server,
            self.driver.tables,
            owns_workspace=self.owns_workspace,
        )
        with probes.connect(self.target) as probe:
            self.driver.create_tables(probe, self._place())
        self._tool(
            Phase.PREPARE,
            self.driver.prepare(self.target, self._place()),
            progress=self.driver.prepare_progress(),
            judge=lambda completed, _folder: self.driver.judge_prepare(
                completed, family=self.target.family
            ),
            limit_seconds=PREPARE_LIMIT_SECONDS,
        )
        place = self._place()
        with probes.connect(self.target) as probe:
            self.driver.verify(probe, place, go_on=self.lease.check)
            size = probe.data_bytes(self.driver.tables, workspace=place.workspace)
        self._keep(data_bytes=size)

    def _warm_up(self) -> None:
        seconds = self.run.parameters["warmup_seconds"]
        with self._watch(offset=-seconds) as watch:
            self._begin(Phase.WARMUP, _("Warm-up began."))
            self._tool(
                Phase.WARMUP,
                self.driver.warmup(self.target, self._place()),
                progress=progress.of_time(seconds),
                judge=self._judge,
                offset=-seconds,
                limit_seconds=seconds + OVERRUN_SECONDS,
                watch=watch,
            )
        self._store_counters(watch)

    def _measure(self) -> Measured:
        seconds = self.run.parameters["duration_seconds"]
        place = self._place()
        command = self.driver.measure(self.target, place)
        self._keep(command=command.displayed)
        with probes.connect(self.target) as probe:
            self.driver.before_measure(probe, place)
        with self._watch() as watch:
            self._begin(Phase.MEASURE, _("Measure began; counters set to zero."))
            found = self._tool(
                Phase.MEASURE,
                command,
                progress=progress.of_time(seconds),
                judge=self._judge,
                limit_seconds=seconds + OVERRUN_SECONDS,
                watch=watch,
            )
        self._store_counters(watch)
        self._keep_evidence(watch, found)
        with probes.connect(self.target) as probe:
            self.driver.confirm(probe, place, found)
        return found

    def _cleanup(self) -> None:
        """Drop what was created; what cannot be dropped now is left recorded."""
        if self.data_set is None:
            return
        self._begin(Phase.CLEANUP, _("Cleanup began."))
        try:
            self._write(data_sets.drop, self.target, self.data_set)
        except BenchbookError as error:
            self._event(
                "leftover",
                _(
                    "%(name)s could not be dropped now (%(reason)s) and will be at the "
                    "next contact."
                )
                % {
                    "name": self.data_set.workspace,
                    "reason": error.failure.message.rstrip("."),
                },
            )

    # Steps --------------------------------------------------------------------------

    def _tool(
        self,
        phase: Phase,
        command: Command,
        *,
        progress: progress.Progress,
        judge: Callable[[process.Completed, Path], Judged],
        limit_seconds: float,
        offset: int = 0,
        watch: Watch | None = None,
    ) -> Judged:
        return tool_run.carry_out(
            command,
            attempt=self.attempt,
            phase=phase,
            lease=self.lease,
            parse_interval=self.driver.parse_interval,
            parse_levels=self.driver.parse_levels,
            watch=watch,
            progress=progress,
            judge=judge,
            limit_seconds=limit_seconds,
            offset=offset,
        )

    def _watch(self, *, offset: int = 0) -> Watch:
        return Watch(
            self.target,
            run_id=self.run.id,
            attempt=self.attempt.number,
            workers=self.driver.connections,
            tables=self.driver.tables,
            workspace=self._place().workspace,
            limit_so_far=partial(judging.limit_so_far, self.run, self.target),
            offset=offset,
        )

    def _store_counters(self, watch: Watch) -> None:
        self._write(
            lifecycle.record_counters,
            self.run.id,
            attempt=self.attempt.number,
            counters=watch.take(),
        )

    def _keep_evidence(self, watch: Watch, found: Measured) -> None:
        evidence = judging.evidence_of(
            self.run, self.attempt, target=self.target, found=found, seen=watch.seen
        )
        self._keep(evidence=evidence, tool_facts=judging.tool_facts_of(self.run, found))

    def _judge(self, completed: process.Completed, folder: Path) -> Measured:
        return self.driver.judge(completed, family=self.target.family, folder=folder)

    def _place(self) -> Place:
        if self.data_set is None:
            raise AssertionError("prepare comes first")
        own = self.data_set.workspace if self.data_set.owns_workspace else None
        return Place(workspace=own, mark=self.data_set.workspace)

    def _begin(self, phase: Phase, message: str) -> None:
        self._write(
            lifecycle.begin_phase,
            self.run.id,
            attempt=self.attempt.number,
            phase=phase,
            message=message,
        )

    def _event(self, code: str, message: str) -> None:
        self._write(
            lifecycle.record_event,
            self.run.id,
            attempt=self.attempt.number,
            code=code,
            message=message,
        )

    def _keep(self, **facts: object) -> None:
        """Store what this attempt found out."""
        for name, value in facts.items():
            setattr(self.attempt, name, value)
        self._write(self.attempt.save, update_fields=list(facts))

    def _write(self, write: Callable[P, T], *args: P.args, **values: P.kwargs) -> T:
        """Each write outlives a short absence of the portal's database."""
        return persist(partial(write, *args, **values), lease=self.lease)
