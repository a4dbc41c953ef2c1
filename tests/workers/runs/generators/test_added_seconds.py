"""The seconds of several generators are added where all of them loaded the server."""

from datetime import timedelta

import pytest

from benchruns.models import RunPart
from benchruns.runs.parts import moves
from tests.factories import NOON, RunFactory, SampleFactory
from workers.runs.generators.storage import Totals

pytestmark = pytest.mark.django_db


@pytest.fixture
def parts():
    """Both in a warm-up of two seconds; only the first one has told when it began."""
    run = RunFactory(running=True, generators=2)
    moves.offer(
        run.pk, attempt=1, shares=[{"threads": 2}, {"threads": 1}], worker="first"
    )
    moves.join(run.pk, worker="second")
    first, second = run.parts.all()
    moves.hold(first, began_at=NOON)
    return first, second


def tells(part: RunPart, *seconds: int, tps: float) -> None:
    samples = [
        SampleFactory.build(run=part.run, second=second, tps=tps) for second in seconds
    ]
    moves.record_seconds(part, samples=samples, counters=[])


def added(lead: RunPart, *, first_second: int = -1) -> dict[int, float | None]:
    totals = Totals(
        lead, first_second=first_second, interval_seconds=1, has_percentiles=True
    )
    return {sample.second: sample.tps for sample in totals.take()}


@pytest.mark.parametrize(
    ("later_s", "both"), [(-1.2, [-1]), (-0.4, [-1, 0]), (0.4, [-1, 0]), (0.9, [0])]
)
def test_a_second_that_one_of_them_did_not_load_is_left_out(parts, later_s, both):
    first, second = parts
    moves.hold(second, began_at=NOON + timedelta(seconds=later_s))
    tells(first, -1, 0, tps=100.0)
    tells(second, -1, 0, tps=50.0)

    assert added(first) == dict.fromkeys(both, 150.0)


def test_seconds_wait_until_it_is_known_when_their_load_began(parts):
    first, second = parts
    tells(first, 1, 2, tps=100.0)
    tells(second, 1, tps=40.0)
    tells(second, 2, tps=50.0)

    assert added(first, first_second=1) == {}

    moves.hold(second, began_at=NOON - timedelta(seconds=1))
    assert added(first, first_second=1) == {1: 150.0}
