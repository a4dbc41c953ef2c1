"""Seconds of several generators, on the clock of the first one."""

from datetime import timedelta

import pytest

from benchruns.models import PartSecond, RunPart
from benchruns.runs.parts import moves, seconds
from benchruns.vocabulary import PartKind
from tests.factories import NOON, RunFactory

pytestmark = pytest.mark.django_db

NOTHING = dict.fromkeys(moves.SAMPLE_FIELDS)


def part_of(run, number, *, began_after=0.0, tps, **more) -> RunPart:
    part = RunPart.objects.create(
        run=run,
        attempt=1,
        number=number,
        parameters={},
        began_at=NOON + timedelta(seconds=began_after),
        **{"state": "ended", **more},
    )
    for second, told in tps.items():
        PartSecond.objects.create(
            part=part,
            kind=PartKind.SAMPLE,
            second=second,
            values=NOTHING | {"tps": told},
        )
    return part


def tps_by_second(run, **more):
    asked = {"phase_from": 1, "newer_than": 0, "interval_seconds": 1, **more}
    parts = moves.of_attempt(run.pk, 1)
    found = seconds.added(list(parts), has_percentiles=True, **asked)
    return {second: values["tps"] for second, values in found.items()}


@pytest.fixture
def run():
    return RunFactory()


def test_one_that_began_later_is_moved_by_whole_intervals(run):
    part_of(run, 1, tps={1: 10, 2: 20, 3: 30})
    part_of(run, 2, began_after=1.1, tps={1: 1, 2: 2, 3: 3})

    assert tps_by_second(run) == {2: 21, 3: 32}
    assert tps_by_second(run, newer_than=2) == {3: 32}


def test_what_was_told_of_the_warm_up_is_no_part_of_the_measurement(run):
    part_of(run, 1, tps={0: 90, 1: 10, 2: 20})
    part_of(run, 2, began_after=1, tps={0: 9, 1: 1, 2: 2})

    assert tps_by_second(run) == {2: 21}


def test_a_lost_one_is_not_waited_for(run):
    part_of(run, 1, tps={1: 10, 2: 20})
    part_of(run, 2, tps={1: 1}, state="lost")

    assert tps_by_second(run) == {1: 11, 2: 20}


def test_of_one_that_was_lost_in_the_warm_up_no_second_is_measured(run):
    """Its beginning is that of the warm-up, minutes ago."""
    part_of(run, 1, phase="measure", tps={0: 10, 1: 20})
    lost = {"phase": "warmup", "state": "lost", "began_after": -60}
    part_of(run, 2, tps={0: 1, 61: 5}, **lost)

    assert tps_by_second(run, phase_from=0, newer_than=-1) == {0: 10, 1: 20}
