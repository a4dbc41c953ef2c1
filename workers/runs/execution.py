"""One attempt of a run, phase by phase: preflight, prepare, warm-up, measure, cleanup."""

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchruns.endpoints import failed_contacts
from benchruns.failures.failure import BenchbookError, Failure
from benchruns.models import Attempt, Run, Server
from benchruns.runs import lifecycle, sweeps
from benchruns.runs import result_of_run as measured
from benchruns.vocabulary import Phase
from benchruns.workloads import WORKLOADS
from workers import probes
from workers.confinement import process
from workers.connecting.target import Target
from workers.evidence import client, machine
from workers.evidence import judge as judging
from workers.evidence.watch import Watch
from workers.runs import data_sets, marker, patience, preflight, variables
from workers.runs.generators.crew import Alone, Crew
from workers.runs.generators.lead import Announce, Several
from workers.runs.generators.load import OVERRUN_SECONDS, Load
from workers.runs.journal import Journal
from workers.runs.lease import Cancelled, Lease
from workers.runs.preparation import Preparation
from workers.tools import progress
from workers.tools.command import Command
from workers.tools.driver import Measured

logger = logging.getLogger(__name__)

PREPARE_LIMIT_SECONDS = 24 * 3600
# A run does not begin while its server still drops: that would be measured as well.
LEFTOVERS_SECONDS = 600
# What a missing database or table means once the data was there and counted.
LOADED, GONE = (Phase.WARMUP, Phase.MEASURE), ("unknown_database", "table_missing")


class Execution:
    """One attempt. Data that nobody needs is dropped however the attempt ends."""

    def __init__(
        self,
        run: Run,
        attempt: Attempt,
        server: Server,
        target: Target,
        lease: Lease,
        *,
        announce: Announce,
    ) -> None:
        self.run = run
        self.attempt = attempt
        self.server = server
        self.target = target
        self.lease = lease
        self.journal = Journal(attempt, lease)
        self.crew: Crew = Alone(run)
        if run.generators > 1:
            self.crew = Several(run, attempt, lease, self.journal, announce=announce)
        self.driver = self.crew.driver
        self.load = Load(
            run, attempt, target, lease, self.driver, store=self.crew.store
        )
        self.data = Preparation(
            run, server, target, self.driver, self.journal, lease, load=self._fill
        )
        self.owns_workspace = False

    def perform(self) -> None:
        """Run all phases and end the run: succeeded, failed or cancelled."""
        end: Callable[..., None]
        try:
            found = self._load()
        except Cancelled:
            self._cleanup()
            end = lifecycle.confirm_cancelled
        except BenchbookError as error:
            end = self._failing(self._noted(error.failure))
        else:
            self._cleanup()
            result = self.journal.write(
                measured.result_of, self.run, self.attempt, found.figures
            )
            end = partial(lifecycle.succeed, result=result, histogram=found.histogram)
            if self._is_cancelled():  # asked for while the data was being dropped
                end = lifecycle.confirm_cancelled
        self.journal.write(end, self.run.id, attempt=self.attempt.number)

    def _noted(self, failure: Failure) -> Failure:
        """In preflight a run is as much a try at a server as a check is."""
        if self.journal.phase != Phase.PREFLIGHT:
            return failure
        address = self.target.address
        return self.journal.write(
            failed_contacts.noted, self.run.endpoint, failure, address=address
        )

    def _failing(self, failure: Failure) -> Callable[..., None]:
        """Clean up after a failure; how the run ends."""
        is_without_data = self.journal.phase == Phase.PREPARE
        if self.journal.phase in LOADED and failure.code in GONE:
            failure = Failure(code="data_gone", detail=failure.detail)
        self._cleanup(is_sweep_over=is_without_data)
        end = sweeps.fail_in_prepare if is_without_data else lifecycle.fail
        return partial(end, failure=failure)

    def _is_cancelled(self) -> bool:
        return lifecycle.is_cancel_requested(self.run.id, attempt=self.attempt.number)

    def _load(self) -> Measured:
        self._preflight()
        self._prepare()
        if self.run.parameters.get("warmup_seconds"):
            self._warm_up()
        return self._measure()

    # Phases -------------------------------------------------------------------------

    def _preflight(self) -> None:
        """What the server is, and whether it can take the load. Phase set by the claim."""
        self.journal.write(preflight.refuse_without_consent, self.run)
        self.driver.require()
        with self._connected() as probe:
            rights = data_sets.rights(probe)
            preflight.refuse_missing(rights.missing, probe=probe)
            if self.driver.needs_workspace:
                preflight.refuse_without_workspace(
                    data_sets.missing_for_workspace(probe), probe=probe
                )
        self.journal.write(
            marker.show_control,
            self.target,
            self.run.endpoint,
            self.server,
            rights,
            go_on=self.lease.check,
        )
        with data_sets.turn_on(self.target, go_on=self.lease.check):
            self.journal.write(  # they take of the disk that the plan counts on
                data_sets.drop_leftovers,
                self.target,
                self.run.endpoint,
                self.server,
                go_on=patience.to_drop(LEFTOVERS_SECONDS, go_on=self.lease.check),
                holder=self.run,
            )
        with self._connected() as probe:
            facts = probe.facts()
            told = variables.found(probe)
        plan = preflight.plan(self.run, facts)
        preflight.refuse_what_cannot_fit(plan)
        for caution in plan.cautions:
            self.journal.event(
                "plan_caution", problem=caution.code, values=caution.values
            )
        self.owns_workspace = rights.owns_workspace
        self.load.prepared_statements = plan.prepared_statements
        self.journal.keep(
            server_facts={
                **facts.as_json(),
                "tls_of_load": self.driver.tls_of(self.target),
            },
            variables=self.journal.write(variables.store, told),
            client={**client.describe(), **machine.describe(self.target.address)},
            tool=WORKLOADS[self.run.workload].tool,
            tool_version=self.driver.version(),
            parser_version=self.driver.parser_version,
        )
        self.lease.check()
        self.crew.gather(
            client=self.attempt.client, tool_version=self.attempt.tool_version
        )

    def _prepare(self) -> None:
        size = WORKLOADS[self.run.workload].size(self.run.parameters)
        self.journal.begin(Phase.PREPARE, size=size.contents)
        self.data.obtain(owns_workspace=self.owns_workspace)
        self.data.settle()

    def _fill(self, command: Command) -> None:
        self.load.tool(
            Phase.PREPARE,
            command,
            progress=self.driver.prepare_progress(),
            judge=lambda completed, _folder: self.driver.judge_prepare(
                completed, family=self.target.family
            ),
            limit_seconds=PREPARE_LIMIT_SECONDS,
            look=self.crew.look,
        )

    def _warm_up(self) -> None:
        seconds = self.run.parameters["warmup_seconds"]
        self._call(Phase.WARMUP)
        with self.load.watch(self.data.place.workspace, offset=-seconds) as watch:
            self.crew.watch(watch)
            self.journal.begin(Phase.WARMUP)
            self.load.tool(
                Phase.WARMUP,
                self.driver.warmup(self.target, self.data.place),
                progress=progress.of_time(seconds),
                judge=self._judge,
                offset=-seconds,
                limit_seconds=seconds + OVERRUN_SECONDS,
                watch=watch,
                before_start=self.crew.start,
                look=self.crew.look,
            )
        self._store_counters(watch)
        self.crew.warmed_up()

    def _measure(self) -> Measured:
        ramp_up = self.run.parameters.get("rampup_seconds", 0)
        seconds = self.run.parameters["duration_seconds"]
        place = self.data.place
        command = self.driver.measure(self.target, place)
        self.journal.keep(command=command.displayed)
        with self._connected() as probe:
            self.driver.before_measure(probe, place)
        self._call(Phase.MEASURE)
        with self.load.watch(place.workspace) as watch:
            self.crew.watch(watch)
            lead = {"ramp_up_seconds": ramp_up} if ramp_up else {}
            self.journal.begin(Phase.MEASURE, **lead)
            found = self.load.tool(
                Phase.MEASURE,
                command,
                progress=progress.of_time(seconds, ramp_up=ramp_up),
                judge=self._judge,
                limit_seconds=ramp_up + seconds + OVERRUN_SECONDS,
                watch=watch,
                before_start=self.crew.start,
                look=self.crew.look,
            )
        self._store_counters(watch)
        found = self.crew.total(found, self.target)
        watch.seen.use = self.crew.use(watch.seen.use)
        self._keep_evidence(watch, found)
        with self._connected() as probe:
            self.driver.confirm(probe, place, found, go_on=self.lease.check)
        return found

    def _cleanup(self, *, is_sweep_over: bool = False) -> None:
        if self.data.data_set is None:
            return
        self.journal.begin(Phase.CLEANUP)
        self.data.clean_up(is_sweep_over=is_sweep_over)

    # Steps --------------------------------------------------------------------------

    def _call(self, phase: Phase) -> None:
        self.crew.call(phase, self.data.place, statements=self.load.prepared_statements)

    def _connected(self) -> probes.Probe:
        """A probe that is given up with the run, also while the server is silent."""
        return probes.connect(self.target, go_on=self.lease.check)

    def _store_counters(self, watch: Watch) -> None:
        self.journal.write(
            lifecycle.record_counters,
            self.run.id,
            attempt=self.attempt.number,
            counters=watch.take(),
        )

    def _keep_evidence(self, watch: Watch, found: Measured) -> None:
        evidence = judging.evidence_of(
            self.run, self.attempt, target=self.target, found=found, seen=watch.seen
        )
        self.journal.keep(
            evidence=evidence, tool_facts=judging.tool_facts_of(self.run, found)
        )

    def _judge(self, completed: process.Completed, folder: Path) -> Measured:
        return self.driver.judge(completed, family=self.target.family, folder=folder)
