"""The generator that holds a run, as the first of several."""

import copy
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID

from benchruns.models import Attempt, Counter, Run, RunPart, Sample
from benchruns.runs import lifecycle
from benchruns.runs.parts import moves, seconds
from benchruns.runs.parts.counts import counts_of
from benchruns.runs.parts.merged import merge
from benchruns.runs.parts.shares import shares
from benchruns.vocabulary import PartState, Phase
from benchruns.workloads import WORKLOADS
from workers.connecting.target import Target
from workers.evidence import judge as judging
from workers.evidence.cpu_use import Use
from workers.evidence.watch import Watch
from workers.runs.generators.clock import CommonClock
from workers.runs.generators.load import driver_of_share
from workers.runs.generators.others import Others
from workers.runs.generators.storage import PartStore, Totals
from workers.runs.journal import Journal
from workers.runs.lease import Lease
from workers.tools.driver import Measured, Place

START_SECONDS = 2.0  # from agreeing on the instant to it: all look more often

Announce = Callable[[], None]  # wakes others for the parts that are open


class Several:
    """The crew of a run of several generators, as its first one has it.

    ``gather`` them; for each phase ``call``, ``watch``, ``start`` (returns at the agreed
    instant), ``look`` while the tool runs, then ``warmed_up`` or ``total``.
    """

    def __init__(
        self,
        run: Run,
        attempt: Attempt,
        lease: Lease,
        journal: Journal,
        *,
        announce: Announce,
    ) -> None:
        self._run = run
        self._attempt = attempt
        self._lease = lease
        self._journal = journal
        self._announce = announce
        self._workload = WORKLOADS[run.workload]
        self._shares = shares(self._workload, run.parameters, generators=run.generators)
        self.driver = driver_of_share(run, moves.LEAD, self._shares[0])
        self._part: RunPart
        self._own: PartStore
        self._totals: Totals | None = None
        self._others = Others(run, attempt, lease, journal)

    def gather(self, *, client: dict[str, Any], tool_version: str) -> None:
        """GeneratorsMissing where too few come in time."""
        self._clock = CommonClock()
        self._part = self._journal.write(
            moves.offer,
            self._run.pk,
            attempt=self._attempt.number,
            shares=self._shares,
            worker=self._attempt.worker,
        )
        self._own = PartStore(self._part, self._clock)
        self._keep(client=client, tool_version=tool_version)
        self._announce()
        self._others.until_all_have_come()

    def call(self, phase: Phase, place: Place, *, statements: int) -> None:
        """Once all are there: one that was stopped meanwhile is waited for again."""
        self._others.until_all_have_come()
        where = {"workspace": place.workspace, "mark": place.mark}
        self._journal.write(
            moves.call,
            self._run.pk,
            attempt=self._attempt.number,
            phase=phase,
            place={**where, "statements": statements},
        )
        self._part.began_at = None
        parameters = self._run.parameters
        self._totals = Totals(
            self._part,
            first_second=1 - parameters.get("warmup_seconds", 0)
            if phase == Phase.WARMUP
            else seconds.first_of_measurement(parameters),
            interval_seconds=seconds.interval(parameters),
            has_percentiles=self._workload.samples_percentile,
        )

    def watch(self, watch: Watch) -> None:
        self._own.follow(watch)

    def start(self) -> None:
        """Return at the instant that was agreed with all who are ready."""
        self._journal.write(moves.get_ready, self._part)
        self._others.until_all_are(PartState.READY)
        instant = self._clock.now() + timedelta(seconds=START_SECONDS)
        self._journal.write(
            moves.agree,
            self._run.pk,
            attempt=self._attempt.number,
            starts_at=instant,
        )
        self._clock.sleep_until(instant, go_on=self._lease.check)

    def look(self) -> None:
        """BenchbookError where a generator was lost, or its tool has failed."""
        self._others.look()

    def warmed_up(self) -> None:
        self._finish()

    def total(self, found: Measured, target: Target) -> Measured:
        """Of all, once the others are done, too."""
        own = judging.part_of(
            self._share_of(self._part),
            target=target,
            found=found,
            seen=self._own.seen,
        )
        self._keep(
            figures=found.figures.as_dict(),
            counts=counts_of(found.histogram),
            facts=dict(found.facts),
            evidence=own,
        )
        parts = self._finish()
        merged = merge(self._run, parts)
        return Measured(
            figures=merged.figures,
            histogram=merged.histogram,
            facts=merged.facts,
            is_of_all=all(part.state != PartState.LOST for part in parts),
        )

    def use(self, own: Use | None) -> Use | None:
        """That of the generator which had least left: the limit of all is there first."""
        busiest = own
        for part in self._others.parts():
            found = judging.use_of(part.evidence)
            if found is not None and _busy(found) > _busy(busiest):
                busiest = replace(found, other_cpu=own.other_cpu if own else None)
        return busiest

    def store(
        self,
        run_id: UUID,
        *,
        attempt: int,
        progress: float | None,
        output_tail: str,
        samples: list[Sample],
        counters: list[Counter],
    ) -> None:
        if self._totals is None:  # data is being loaded
            added = samples
        else:
            self._own.keep(samples, counters)
            added = self._totals.take()
        lifecycle.record_progress(
            run_id,
            attempt=attempt,
            progress=progress,
            output_tail=output_tail,
            samples=added,
            counters=counters,
        )
        if self._totals is not None:
            self._totals.advance(added)

    def _finish(self) -> list[RunPart]:
        """All once they are done; the seconds that came last are stored."""
        self._journal.write(moves.be_done, self._part)
        parts = self._others.until_all_are(PartState.DONE)
        if self._totals is not None:
            self._journal.write(self._store_rest, self._totals)
        return parts

    def _store_rest(self, rest: Totals) -> None:
        lifecycle.record_samples(
            self._run.pk, attempt=self._attempt.number, samples=rest.take()
        )

    def _keep(self, **facts: Any) -> None:
        self._journal.write(moves.hold, self._part, **facts)

    def _share_of(self, part: RunPart) -> Run:
        """The run as if its share were all of it; never saved."""
        own = copy.copy(self._run)
        own.parameters = part.parameters
        return own


def _busy(use: Use | None) -> float:
    if use is None or use.thread_busy is None:
        return -1.0
    return max(use.thread_busy, use.process_cpu or 0.0)
