"""What counts as measured, and when a second is told."""

from tests.workers.tpcc.memory_dialect import run_of
from workers.tools.tpcc.kinds import Kind
from workers.tools.tpcc.running.messages import Batch
from workers.tools.tpcc.running.tally import Tally
from workers.tools.tpcc.running.window import Window


def batch(through: int, **counts: int) -> Batch:
    """``s3=5``: five new orders in second 3; ``m1``: in second -1."""
    tallies = {
        int(name[1:]) * (-1 if name[0] == "m" else 1): {Kind.NEWORD: Tally(count=count)}
        for name, count in counts.items()
    }
    return Batch(through, tallies, cpu_seconds=0)


def told(window: Window) -> dict[int, int]:
    return {
        second.number: sum(tally.count for tally in second.tallies.values())
        for second in window.due()
    }


def measured(window: Window) -> int:
    return window.measured[Kind.NEWORD].count


def test_only_what_ended_within_the_seconds_of_the_duration_is_measured():
    window = Window(run_of(rampup_seconds=2, duration_seconds=3, processes=1))

    window.take(0, batch(4, m1=1, s0=10, s1=100, s3=1_000, s4=10_000))

    assert told(window) == {-1: 1, 0: 10, 1: 100, 2: 0, 3: 1_000}
    assert measured(window) == 1_100
    assert window.is_complete


def test_a_second_is_told_once_when_all_processes_have_told_of_it():
    window = Window(run_of(duration_seconds=2, processes=2))

    window.take(0, batch(1, s1=1))
    assert told(window) == {}
    window.take(1, batch(2, s1=2, s2=3))
    assert told(window) == {1: 3}
    assert told(window) == {}
    assert not window.is_complete
    window.take(0, batch(3, s2=4))

    assert told(window) == {2: 7}
    assert window.is_complete


def test_what_comes_after_its_second_was_told_is_measured_all_the_same():
    window = Window(run_of(duration_seconds=2, processes=1))
    window.take(0, batch(1, s1=1))
    assert told(window) == {1: 1}

    window.take(0, batch(2, s1=5, s2=1))

    assert told(window) == {2: 1}
    assert measured(window) == 7
