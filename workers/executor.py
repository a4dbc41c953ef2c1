"""One run, phase by phase: preflight, prepare, warm-up, measure, cleanup."""

import logging
import socket
import tempfile
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import ParamSpec, TypeVar
from uuid import UUID

from django.db import connection
from django.utils.translation import gettext as _

from benchruns import lifecycle, measured, registration, verdict
from benchruns.failures import BenchbookError, Failure
from benchruns.models import Attempt, DataSet, Output, Run, Server
from benchruns.parsers import sysbench as parser
from benchruns.vocabulary import Phase, RunState
from benchruns.workloads import WORKLOADS
from workers import (
    client,
    contact,
    data_sets,
    preflight,
    probes,
    process,
    progress,
)
from workers.addresses import NameServiceSilent
from workers.lease import Cancelled, Lease, WorkerStopping
from workers.persistence import persist
from workers.recorder import Recorder
from workers.target import Target
from workers.tools import sysbench
from workers.tools.command import Command

logger = logging.getLogger(__name__)

PREPARE_LIMIT_SECONDS = 24 * 3600
OVERRUN_SECONDS = 120  # what a tool may take beyond the time it was asked to run

P = ParamSpec("P")
T = TypeVar("T")


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
        self.workload = WORKLOADS[run.workload]
        self.owns_workspace = False
        self.data_set: DataSet | None = None

    def perform(self) -> None:
        """Run all phases and end the run: succeeded, failed or cancelled."""
        end: Callable[..., None]
        try:
            report = self._load()
        except Cancelled:
            self._cleanup()
            end = lifecycle.confirm_cancelled
        except BenchbookError as error:
            self._cleanup()
            end = partial(lifecycle.fail, failure=error.failure)
        else:
            self._cleanup()
            result = measured.result_of(self.run, self.attempt, report.figures)
            end = partial(lifecycle.succeed, result=result)
            if self._is_cancelled():  # asked for while the data was being dropped
                end = lifecycle.confirm_cancelled
        self._write(end, self.run.id, attempt=self.attempt.number)

    def _is_cancelled(self) -> bool:
        return lifecycle.is_cancel_requested(self.run.id, attempt=self.attempt.number)

    def _load(self) -> parser.Report:
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
        preflight.refuse_too_many(self.run.parameters["threads"], facts)
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
                "tls_of_load": sysbench.tls_of(self.target),
            },
            client=client.describe(),
            tool=self.workload.tool,
            tool_version=sysbench.version(),
            parser_version=parser.PARSER_VERSION,
        )
        self.lease.check()

    def _prepare(self) -> None:
        parameters = self.run.parameters
        self._begin(
            Phase.PREPARE,
            _("Prepare began: %(tables)d tables of %(rows)s rows.")
            % {"tables": parameters["tables"], "rows": f"{parameters['table_size']:,}"},
        )
        tables = sysbench.tables(parameters)
        self.data_set = self._write(
            data_sets.create,
            self.target,
            self.run,
            self.server,
            tables,
            owns_workspace=self.owns_workspace,
        )
        completed = self._tool(
            Phase.PREPARE,
            partial(sysbench.prepare, mark=self.data_set.workspace),
            progress=progress.of_prepare(parameters),
            limit_seconds=PREPARE_LIMIT_SECONDS,
        )
        verdict.check_ending(
            exit_status=completed.exit_status,
            output=completed.output,
            stderr=completed.stderr,
            engine_family=self.target.family,
        )
        self._verify(tables)

    def _verify(self, tables: tuple[str, ...]) -> None:
        """sysbench measures missing rows as if they were there: count them first."""
        workspace = self._workspace()
        expected = self.run.parameters["table_size"]
        with probes.connect(self.target) as probe:
            for table in tables:
                rows = probe.row_count(
                    table, workspace=workspace, go_on=self.lease.check
                )
                if rows != expected:
                    raise BenchbookError(
                        Failure(
                            code="data_missing",
                            message=_(
                                "%(table)s holds %(rows)d rows in place of "
                                "%(expected)d. Look at the server's log, then repeat "
                                "the run."
                            )
                            % {"table": table, "rows": rows, "expected": expected},
                        )
                    )
            self._keep(data_bytes=probe.data_bytes(tables, workspace=workspace))

    def _warm_up(self) -> None:
        seconds = self.run.parameters["warmup_seconds"]
        self._begin(Phase.WARMUP, _("Warm-up began."))
        completed = self._tool(
            Phase.WARMUP,
            sysbench.warmup,
            progress=progress.of_time(seconds),
            offset=-seconds,
            limit_seconds=seconds + OVERRUN_SECONDS,
        )
        self._judge(completed)

    def _measure(self) -> parser.Report:
        seconds = self.run.parameters["duration_seconds"]
        self._begin(Phase.MEASURE, _("Measure began; counters set to zero."))
        completed = self._tool(
            Phase.MEASURE,
            sysbench.measure,
            progress=progress.of_time(seconds),
            limit_seconds=seconds + OVERRUN_SECONDS,
        )
        return self._judge(completed)

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
        build: Callable[..., Command],
        *,
        progress: progress.Progress,
        limit_seconds: float,
        offset: int = 0,
    ) -> process.Completed:
        """Run the tool for one phase; its output is kept however it ends."""
        command = build(
            self.target, self.run.workload, self.run.parameters, self._workspace()
        )
        if phase is Phase.MEASURE:
            self._keep(command=sysbench.displayed(command))
        recorder = Recorder(
            self.run.id,
            attempt=self.attempt.number,
            parse_interval=parser.parse_interval,
            progress=progress,
            offset=offset,
        )
        stderr = ""

        def poll() -> None:
            self.lease.check()
            recorder.flush_if_due()

        try:
            with tempfile.TemporaryDirectory(prefix="benchbook-") as folder:
                completed = process.run(
                    command.argv,
                    stdin=command.stdin,
                    env=command.env,
                    cwd=command.write_files(Path(folder)),
                    on_line=recorder.on_line,
                    poll=poll,
                    timeout_seconds=limit_seconds,
                )
            stderr = completed.stderr
            self._write(recorder.flush)
            return completed
        finally:
            self._store_output(phase, recorder.lines, stderr)

    def _judge(self, completed: process.Completed) -> parser.Report:
        return verdict.judge(
            exit_status=completed.exit_status,
            output=completed.output,
            stderr=completed.stderr,
            engine_family=self.target.family,
        )

    def _store_output(self, phase: Phase, lines: list[str], stderr: str) -> None:
        text = "\n".join([*lines, stderr]).rstrip("\n") + "\n"
        content = text.encode()
        self._write(
            Output.objects.create,
            attempt=self.attempt,
            phase=phase,
            content=zlib.compress(content),
            size_bytes=len(content),
        )

    def _workspace(self) -> str | None:
        is_own = self.data_set is not None and self.data_set.owns_workspace
        return self.data_set.workspace if self.data_set and is_own else None

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
