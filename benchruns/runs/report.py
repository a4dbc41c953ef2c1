"""What a run's page shows of how it went: phases with their times, events with letters.

Everything is told from the run's row and its events, so a page survives a refresh.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from benchruns.models import Event, Run
from benchruns.vocabulary import Phase, RunState
from benchruns.workloads import lead_seconds

OWNERS_EVENTS = frozenset({"labelled"})  # names, notes and tags are no stranger's
TELLING_SHARE = 0.05  # of a load: less tells nothing of its pace
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One phase; ``state`` is pending, active, done, failed, stopped or skipped.

    ``seconds`` is what it took so far, ``planned_seconds`` what it should take,
    ``share`` the part that is done, ``ramp_up_seconds`` what of it is not counted.
    """

    phase: Phase
    state: str
    ramp_up_seconds: int = 0
    seconds: float | None = None
    planned_seconds: int | None = None
    share: float = 0.0
    began_at: datetime | None = None

    @property
    def label(self) -> str:
        if self.ramp_up_seconds:
            return _("Ramp-up and measure")
        return str(self.phase.label)


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """An event on the run's own clock: ``second`` 0 is where measuring began."""

    id: int
    at: datetime
    code: str
    data: Mapping[str, Any]
    second: int | None
    letter: str


def steps_of(run: Run, events: Sequence[Event], *, now: datetime) -> list[Step]:
    """The phases of the last attempt; a tool of its own ramp-up has no warm-up."""
    began = beginnings(run, events)
    ends = [*list(began.values())[1:], run.finished_at or now]
    ended_in = _phase_of_ending(run, list(began))
    steps = []
    for phase in Phase:
        if phase is Phase.WARMUP and "rampup_seconds" in run.parameters:
            continue
        planned = planned_seconds(phase, run.parameters)
        ramp_up = _ramp_up(run.parameters) if phase is Phase.MEASURE else 0
        if phase not in began:
            is_left_out = bool(began) and (planned == 0 or run.is_terminal)
            state = "skipped" if is_left_out else "pending"
            steps.append(
                Step(
                    phase=phase,
                    state=state,
                    ramp_up_seconds=ramp_up,
                    planned_seconds=planned,
                )
            )
            continue
        end = ends[list(began).index(phase)]
        state = _state(run, phase, ended_in)
        steps.append(
            Step(
                phase=phase,
                state=state,
                ramp_up_seconds=ramp_up,
                seconds=(end - began[phase]).total_seconds(),
                planned_seconds=planned,
                share=(run.progress or 0.0) if state == "active" else 1.0,
                began_at=began[phase],
            )
        )
    return steps


def planned_seconds(phase: Phase, parameters: Mapping[str, Any]) -> int | None:
    """How long a phase should last; None where it takes what it takes."""
    if phase is Phase.WARMUP:
        return int(parameters.get("warmup_seconds", 0))
    if phase is Phase.MEASURE:
        return int(parameters.get("duration_seconds", 0)) + _ramp_up(parameters)
    return None


def _ramp_up(parameters: Mapping[str, Any]) -> int:
    """What a tool of its own ramp-up loads before it measures, in the same phase."""
    return int(parameters.get("rampup_seconds", 0))


def seconds_since(moment: datetime | None, *, now: datetime) -> float | None:
    return None if moment is None else (now - moment).total_seconds()


def seconds_left(
    *,
    phase: str,
    progress: float | None,
    parameters: Mapping[str, Any],
    spent_seconds: float | None = None,
) -> int | None:
    """Until measuring ends; None while it cannot be told.

    ``spent_seconds`` in the phase so far tell how long loading will take, once enough of
    it is done.
    """
    warmup, measure = (
        planned_seconds(each, parameters) or 0 for each in (Phase.WARMUP, Phase.MEASURE)
    )
    done = progress or 0.0
    if phase == Phase.PREPARE and spent_seconds is not None and done >= TELLING_SHARE:
        return round(spent_seconds * (1 - done) / done) + warmup + measure
    if phase == Phase.WARMUP:
        return round((1 - done) * warmup) + measure
    if phase == Phase.MEASURE:
        return round((1 - done) * measure)
    return None


def happenings(run: Run, events: Sequence[Event]) -> list[Happening]:
    """The events, oldest first; letters go to those that a chart can mark, one a
    second."""
    start = beginnings(run, events).get(Phase.MEASURE)
    ramp_up = _ramp_up(run.parameters)
    letters = iter(LETTERS)
    taken: set[int] = set()
    told = []
    for event in events:
        is_current = event.attempt == run.attempt
        second = (
            round((event.at - start).total_seconds()) - ramp_up
            if start and is_current
            else None
        )
        marked = (
            second is not None
            and second not in taken
            and is_marked(event, second, run.parameters)
        )
        if marked and second is not None:
            taken.add(second)
        told.append(
            Happening(
                id=event.pk,
                at=event.at,
                code=event.code,
                data=event.data,
                second=second,
                letter=next(letters, "") if marked else "",
            )
        )
    return told


def is_marked(event: Event, second: int, parameters: Mapping[str, Any]) -> bool:
    """Whether a chart marks it: inside its time, and not the start of the axis."""
    warmup = int(parameters.get("warmup_seconds", 0))
    if event.code == "phase":
        return warmup > 0 and event.data.get("phase") == Phase.MEASURE
    return (
        -lead_seconds(parameters) < second < int(parameters.get("duration_seconds", 0))
    )


def beginnings(run: Run, events: Iterable[Event]) -> dict[Phase, datetime]:
    """When each phase of the last attempt began, in order."""
    return {
        Phase(event.data["phase"]): event.at
        for event in events
        if event.code == "phase" and event.attempt == run.attempt
    }


def _phase_of_ending(run: Run, begun: Sequence[Phase]) -> Phase | None:
    """Where a run failed or stopped: cleanup only follows."""
    if run.state not in (RunState.FAILED, RunState.CANCELLED):
        return None
    working = [phase for phase in begun if phase is not Phase.CLEANUP]
    return working[-1] if working else None


def _state(run: Run, phase: Phase, ended_in: Phase | None) -> str:
    if phase is ended_in:
        return "failed" if run.state == RunState.FAILED else "stopped"
    if run.state == RunState.RUNNING and phase == run.phase:
        return "active"
    return "done"
