"""Waits of single seconds: they add up as those of the whole run do."""

import pytest

from workers.evidence.counter_rates import Context, of_waits

OF_EIGHT = Context(workers=8, is_same_host=True)
SEEN = [{"row_lock": 1, "working": 6, "log": 1}] * 5


def test_sessions_that_waited_for_a_timed_lock_only_seemed_to_work():
    found = of_waits(SEEN, OF_EIGHT, row_lock_percent=80.0)

    assert found == {
        "row_lock_wait_percent": 80.0,
        "working_wait_percent": 7.5,
        "log_wait_percent": 12.5,
    }
    assert sum(found.values()) <= 100


def test_without_a_timing_what_was_seen_counts():
    assert of_waits(SEEN, OF_EIGHT)["row_lock_wait_percent"] == 12.5


def test_a_charted_wait_that_no_session_was_in_is_none_of_their_time():
    """Else the mean of a run's seconds would be that of the seconds that saw it."""
    seconds = [
        of_waits(looks, OF_EIGHT)
        for looks in ([{"working": 4}] * 5, [{"row_lock": 4, "working": 4}] * 5)
    ]

    assert [each["row_lock_wait_percent"] for each in seconds] == [0.0, 50.0]
    assert [each["log_wait_percent"] for each in seconds] == [0.0, 0.0]
    assert of_waits([{}], OF_EIGHT)["row_lock_wait_percent"] == 0.0


@pytest.mark.parametrize("timed", [0.0, 100.0])
def test_no_share_is_negative_or_above_all(timed):
    found = of_waits(SEEN, OF_EIGHT, row_lock_percent=timed)

    assert all(0 <= share <= 100 for share in found.values())


def test_a_second_without_looks_says_nothing():
    assert of_waits([], OF_EIGHT, row_lock_percent=3.0) == {}
