"""A schedule and its times as pages print them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from benchruns.findings import gravest
from benchruns.models import Occurrence, Result, Run, Schedule
from benchruns.schedules import changes
from benchruns.sentences import schedules as sentences
from benchruns.workloads import WORKLOADS
from benchruns.workloads.labels import words_of, workload_label
from portal.queries import schedules as queries
from portal.web import permissions
from portal.wording import runs as run_wording

MOST_TIMES = 50  # on the page of a schedule
MOST_FIGURES = 5  # beside a schedule in the list


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeRow:
    """One time: its ``runs`` with their results, or ``words`` why nothing was started."""

    occurrence: Occurrence
    runs: Sequence[tuple[Run, Result | None]]
    words: str

    @property
    def sweep(self) -> Any:
        """The sweep that its runs belong to; None for a single run."""
        return self.runs[0][0].sweep_id if self.runs else None

    @property
    def doubt(self) -> str:
        """Of its figure; empty where nothing is in doubt, and for several runs: no page
        shows a figure of those."""
        if len(self.runs) != 1:
            return ""
        ((_run, result),) = self.runs
        return str(result.doubt) if result else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleRow:
    """``what`` is the load in words, ``next_times`` the next five at most.

    ``may_resume`` is whether it is paused, and for this viewer to let go on.
    """

    schedule: Schedule
    what: str
    threads: str
    rhythm: str
    next_times: Sequence[datetime]
    last_times: Sequence[TimeRow]
    missed: int
    why_paused: str
    may_resume: bool
    is_own: bool

    @property
    def loads(self) -> str:
        """ "1, 8, 64 threads" of a sweep; asks for the row that it repeats, if any."""
        counts = self.schedule.request.get("threads")
        words = words_of([_workload(self.schedule)])
        return words.listed(counts) if counts else ""

    @property
    def doubt(self) -> str:
        """The gravest of its last times."""
        return gravest(time.doubt for time in self.last_times)


def row_of(schedule: Schedule, *, viewer: permissions.Viewer) -> ScheduleRow:
    """Of a row of ``queries.listed``."""
    last: list[Occurrence] = schedule.last_times  # type: ignore[attr-defined]  # annotated
    return ScheduleRow(
        schedule=schedule,
        what=what(schedule),
        threads=threads(schedule),
        rhythm=sentences.rhythm(schedule),
        next_times=changes.next_times(schedule),
        last_times=[time_row(each) for each in last[:MOST_FIGURES]],
        missed=schedule.missed,  # type: ignore[attr-defined]  # annotated
        why_paused=sentences.why_paused(schedule),
        may_resume=changes.may_resume(schedule, by=viewer),
        is_own=permissions.is_owner(viewer, schedule.owner_id),
    )


def times_of(schedule: Schedule, *, viewer: permissions.Viewer) -> list[TimeRow]:
    found = queries.with_runs().filter(schedule=schedule)[:MOST_TIMES]
    return [time_row(each) for each in found]


def time_row(occurrence: Occurrence) -> TimeRow:
    return TimeRow(
        occurrence=occurrence,
        runs=[(run, run_wording.result_of(run)) for run in occurrence.runs.all()],
        words=sentences.came_of(occurrence),
    )


def what(schedule: Schedule) -> str:
    """The workload, or that a vendor row is repeated, which has its own."""
    name = schedule.request.get("workload")
    return workload_label(name) if name else sentences.repeats_a_row()


def parameters(schedule: Schedule) -> list[tuple[str, str, str]]:
    """Label, value and unit of what was given; of a sweep without the load that its list replaces."""
    given = dict(schedule.request.get("parameters") or {})
    name = _workload(schedule)
    if schedule.request.get("threads") and name in WORKLOADS:
        given.pop(WORKLOADS[name].load, None)
    return run_wording.asked_of(name, given)


def _workload(schedule: Schedule) -> str:
    """Its own, or that of the vendor row that it repeats; empty where that is gone."""
    if name := schedule.request.get("workload"):
        return str(name)
    row = Result.objects.filter(pk=schedule.request.get("reproduce")).first()
    return row.workload if row else ""


def threads(schedule: Schedule) -> str:
    """Of a sweep "1, 8, 64"; empty where the parameters have one alone."""
    return ", ".join(f"{each:,}" for each in schedule.request.get("threads") or ())
