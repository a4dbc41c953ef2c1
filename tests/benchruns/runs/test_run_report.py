"""A run's phases and events as its page tells them."""

from datetime import timedelta

import pytest

from benchruns.models import Event, Run
from benchruns.runs import report as run_report
from tests.factories import NOON

PARAMETERS = {"warmup_seconds": 10, "duration_seconds": 60}


def run_of(state="running", phase="measure", **fields):
    fields = {"attempt": 1, "parameters": PARAMETERS, "progress": 0.5} | fields
    return Run(state=state, phase=phase, **fields)


def event(pk, second, *, attempt=1, code="phase", **data):
    return Event(
        pk=pk,
        attempt=attempt,
        at=NOON + timedelta(seconds=second),
        code=code,
        data=data,
    )


def began(*phases, attempt=1):
    """Each phase ten seconds after the one before; measuring begins at NOON + 30."""
    return [
        event(number, 10 * number, phase=phase, attempt=attempt)
        for number, phase in enumerate(phases)
    ]


ALL = ("preflight", "prepare", "warmup", "measure", "cleanup")


def states(run, events, *, now=75):
    steps = run_report.steps_of(run, events, now=NOON + timedelta(seconds=now))
    return [step.state for step in steps]


def test_a_running_phase_is_active_and_lasts_until_now():
    steps = run_report.steps_of(
        run_of(), began(*ALL[:4]), now=NOON + timedelta(seconds=45)
    )

    assert [step.state for step in steps] == ["done"] * 3 + ["active", "pending"]
    assert [step.seconds for step in steps] == [10, 10, 10, 15, None]
    assert steps[3].share == 0.5
    assert steps[3].planned_seconds == 60


def test_nothing_has_begun_while_a_run_waits():
    assert states(run_of("queued", "", attempt=0), []) == ["pending"] * 5


def test_a_warm_up_of_no_time_is_left_out():
    run = run_of(parameters={"warmup_seconds": 0, "duration_seconds": 60})

    assert states(run, began("preflight", "prepare", "measure"))[2] == "skipped"


@pytest.mark.parametrize(
    ("state", "word"), [("failed", "failed"), ("cancelled", "stopped")]
)
def test_a_run_ended_in_its_last_phase_before_cleanup(state, word):
    run = run_of(state, "", finished_at=NOON + timedelta(seconds=30))

    told = states(run, began("preflight", "prepare", "cleanup"))

    assert told == ["done", word, "skipped", "skipped", "done"]


def test_only_the_last_attempt_counts():
    run = run_of(phase="preflight", attempt=2)

    told = states(run, [*began(*ALL[:4]), event(9, 90, attempt=2, phase="preflight")])

    assert told == ["active", "pending", "pending", "pending", "pending"]


def test_events_stand_on_the_clock_of_measuring():
    events = [*began(*ALL[:4]), event(7, 53, code="cancel_requested")]

    told = run_report.happenings(run_of(), events)

    assert [one.second for one in told] == [-30, -20, -10, 0, 23]
    assert [one.letter for one in told] == ["", "", "", "a", "b"]


def test_events_of_other_attempts_have_no_place_on_that_clock():
    events = [event(1, 0, attempt=0, code="queued"), *began(*ALL[:4], attempt=1)]

    assert run_report.happenings(run_of(), events)[0].second is None


def test_one_second_has_one_letter():
    events = [
        *began(*ALL[:4]),
        event(7, 53, code="cancel_requested"),
        event(8, 53, code="cancelled"),
    ]

    told = run_report.happenings(run_of("cancelled", ""), events)

    assert [one.letter for one in told][-2:] == ["b", ""]


@pytest.mark.parametrize(
    ("phase", "progress", "left"),
    [
        ("preflight", None, None),
        ("prepare", 0.5, None),
        ("warmup", 0.5, 65),
        ("measure", None, 60),
        ("measure", 0.75, 15),
        ("cleanup", 0.0, None),
    ],
)
def test_time_left_is_told_once_the_load_runs(phase, progress, left):
    told = run_report.seconds_left(
        phase=phase, progress=progress, parameters=PARAMETERS
    )

    assert told == left


WITH_RAMP_UP = {"rampup_seconds": 5, "duration_seconds": 15}


@pytest.mark.parametrize(
    ("rampup", "label", "planned"),
    [(5, "Ramp-up and measure", 20), (0, "Measure", 15)],
)
def test_a_ramp_up_is_a_part_of_measuring_and_no_warm_up(rampup, label, planned):
    run = run_of(parameters=WITH_RAMP_UP | {"rampup_seconds": rampup})

    steps = run_report.steps_of(
        run, began("preflight", "prepare", "measure"), now=NOON + timedelta(seconds=27)
    )

    assert [step.phase for step in steps] == [each for each in ALL if each != "warmup"]
    assert (steps[2].label, steps[2].seconds) == (label, 7)
    assert steps[2].planned_seconds == planned
