"""The steady window: what is trimmed, and when there is none."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.evidence.steady import Second, window


def seconds(*rates, every=1):
    return [
        Second(second=every * number, tps=rate, qps=None if rate is None else rate * 20)
        for number, rate in enumerate(rates, start=1)
    ]


def test_an_even_run_is_steady_from_end_to_end():
    found = window(seconds(*[1000.0] * 10))

    assert found.as_dict() == {
        "tps": 1000.0,
        "qps": 20_000.0,
        "from_s": 0,
        "to_s": 10,
        "trimmed_start_s": 0,
        "trimmed_end_s": 0,
    }


def test_ramp_and_tail_are_trimmed():
    found = window(seconds(200, 600, *[1000.0] * 12, 990, 400))

    assert (found.from_s, found.to_s) == (2, 15)
    assert (found.trimmed_start_s, found.trimmed_end_s) == (2, 1)
    assert found.tps == pytest.approx(999.2, abs=0.1)


def test_a_burst_at_the_start_is_a_ramp_too():
    assert window(seconds(3000, *[1000.0] * 11)).trimmed_start_s == 1


def test_dips_in_the_middle_are_part_of_the_figure():
    found = window(seconds(*[1000.0] * 15, 100, *[1000.0] * 15))

    assert (found.trimmed_start_s, found.trimmed_end_s) == (0, 0)
    assert found.tps < 1000


@pytest.mark.parametrize(("first", "trimmed"), [(951.0, 0), (949.0, 1)])
def test_a_flat_middle_allows_five_percent(first, trimmed):
    assert window(seconds(first, *[1000.0] * 9)).trimmed_start_s == trimmed


@pytest.mark.parametrize(("ramp", "is_steady"), [(3, True), (4, False)])
def test_no_more_than_a_quarter_is_trimmed(ramp, is_steady):
    found = window(seconds(*[100.0] * ramp, *[1000.0] * (12 - ramp)))

    assert (found is not None) == is_steady


@pytest.mark.parametrize(
    "rate",
    [
        lambda at: 100 * at,
        lambda at: 500 + 20 * at,
        lambda at: 3000 - 45 * at,
        lambda at: 1000 * (1 - math.exp(-at / 20)),
    ],
    ids=["up", "slowly_up", "down", "exponential"],
)
def test_a_ramp_over_the_whole_run_is_not_steady(rate):
    assert window(seconds(*[float(rate(at)) for at in range(1, 61)])) is None


def test_a_ramp_that_ends_in_time_is_trimmed():
    rates = [1000 * (1 - math.exp(-at / 3)) for at in range(1, 61)]

    assert window(seconds(*rates)).trimmed_start_s == 8


@pytest.mark.parametrize(("last", "is_steady"), [(1050.0, True), (1060.0, False)])
def test_a_drift_of_five_percent_is_allowed(last, is_steady):
    found = window(seconds(*[1000.0] * 15, *[1025.0] * 15, *[last] * 15))

    assert (found is not None) == is_steady


@pytest.mark.parametrize("deviation", [0.02, 0.05, 0.1])
@pytest.mark.parametrize("count", [8, 20, 60])
def test_noise_alone_is_steady(count, deviation):
    draw = random.Random(count)  # noqa: S311 - noise, no secret
    runs = [
        [1000 * max(0.0, draw.gauss(1, deviation)) for _ in range(count)]
        for _ in range(300)
    ]

    unsteady = sum(window(seconds(*run)) is None for run in runs)

    assert unsteady <= 0.07 * len(runs)


@pytest.mark.parametrize("count", [0, 1, 7])
def test_a_short_run_has_no_window(count):
    assert window(seconds(*[1000.0] * count)) is None


def test_longer_intervals_are_weighted_by_their_seconds():
    found = window(seconds(*[1000.0] * 8, every=10))

    assert (found.from_s, found.to_s, found.tps) == (0, 80, 1000.0)


def test_an_unknown_rate_is_left_out():
    assert window(seconds(None, *[1000.0] * 9)).tps == 1000.0


@given(st.lists(st.floats(0, 1e6), min_size=8, max_size=200))
def test_the_window_is_at_least_half_of_the_run(rates):
    found = window(seconds(*rates))

    if found is not None:
        assert found.to_s - found.from_s >= len(rates) / 2
        assert min(rates) - 1 <= found.tps <= max(rates) + 1
        assert found.trimmed_start_s + found.trimmed_end_s + (
            found.to_s - found.from_s
        ) == len(rates)
