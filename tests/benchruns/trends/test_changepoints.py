"""Change points: found where they were planted, and nowhere in noise."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchruns.trends.changepoints import LEAST_CHANGE, change_points
from benchruns.trends.contrasts import FEWEST_A_SIDE, SIGNIFICANCE

SEEDS = range(12)
STEP = ((1000, 800), (20, 20))


def noisy(levels, lengths, *, seed, noise=0.03):
    """Figures around each level in turn."""
    chance = np.random.default_rng(seed)
    parts = [
        level * (1 + noise * chance.standard_normal(length))
        for level, length in zip(levels, lengths, strict=True)
    ]
    return np.concatenate(parts).tolist()


def places(values):
    return [point.index for point in change_points(values)]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_step_is_found_where_it_was_planted(seed):
    found = {point.index: point for point in change_points(noisy(*STEP, seed=seed))}

    assert found[20].before == pytest.approx(1000, rel=0.03)
    assert found[20].after == pytest.approx(800, rel=0.03)
    assert found[20].percent == pytest.approx(-20, abs=3)


def test_a_step_is_hardly_ever_found_with_another_beside_it():
    found = [places(noisy(*STEP, seed=seed)) for seed in SEEDS]

    assert found.count([20]) >= len(SEEDS) - 1


@pytest.mark.parametrize("seed", SEEDS)
def test_several_steps_are_found_each_near_its_place(seed):
    found = places(noisy((1000, 850, 1000, 700), (30, 30, 30, 30), seed=seed))

    for planted in (30, 60, 90):
        assert any(abs(place - planted) <= 1 for place in found)
    assert len(found) <= 4


def test_a_change_that_passes_is_found_with_its_end():
    found = [places(noisy((1000, 800, 1000), (20, 8, 20), seed=s)) for s in SEEDS]

    assert found.count([20, 28]) >= len(SEEDS) - 2


def test_a_rise_counts_as_well():
    [point] = change_points(noisy((800, 1000), (15, 15), seed=1))

    assert point.percent == pytest.approx(25, abs=3)


@pytest.mark.long
@pytest.mark.parametrize("length", [12, 40, 100])
@pytest.mark.parametrize("kind", ["even", "heavy"])
def test_pure_noise_has_a_change_as_seldom_as_promised(length, kind):
    """With heavy tails the least change stops nothing, and the promise stands alone."""
    chance, series = np.random.default_rng(length), 300
    draw = {
        "even": lambda: 1 + 0.03 * chance.standard_normal(length),
        "heavy": lambda: np.exp(0.3 * chance.standard_t(3, length)),
    }[kind]

    wrong = sum(bool(change_points(draw().tolist())) for _ in range(series))

    # three standard deviations of a count above what is promised
    expected = SIGNIFICANCE * series
    assert wrong <= expected + 3 * math.sqrt(expected)


@pytest.mark.parametrize("place", [0, 1, 10, 28, 29])
@pytest.mark.parametrize("factor", [0.01, 0.5, 3.0])
def test_one_outlier_is_no_change(place, factor):
    values = noisy((1000,), (30,), seed=2)
    values[place] *= factor

    assert change_points(values) == []


def test_an_outlier_does_not_hide_a_step():
    values = noisy((1000, 800), (20, 20), seed=3)
    values[7], values[31] = 100.0, 5000.0

    assert places(values) == [20]


@pytest.mark.parametrize("values", [[], [1.0], [1000.0, 1000.0, 500.0, 500.0, 500.0]])
def test_a_short_series_has_none(values):
    assert change_points(values) == []


def test_the_shortest_sure_step_is_five_against_five():
    assert places([1000.0 + i for i in range(5)] + [800.0 + i for i in range(5)]) == [5]


def test_a_sure_step_too_small_to_matter_is_left_out():
    values = noisy((1000, 1000 * (1 - LEAST_CHANGE / 2)), (40, 40), seed=4, noise=0.002)

    assert change_points(values) == []


def test_equal_figures_never_change():
    assert change_points([7.0] * 50) == []


def test_a_step_from_zero_has_no_percent():
    [point] = change_points([0.0] * 10 + [5.0] * 10)

    assert (point.index, point.percent) == (10, None)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(min_value=1, max_value=10**6), max_size=40))
def test_levels_are_apart_and_the_unit_does_not_matter(values):
    found = change_points(values)

    edges = [0, *(point.index for point in found), len(values)]
    lengths = [end - start for start, end in pairwise(edges)]
    assert not found or min(lengths) >= FEWEST_A_SIDE
    for point in found:
        assert abs(point.after - point.before) >= LEAST_CHANGE * point.before
    assert change_points(values) == found
    assert places([value / 1024 for value in values]) == places(values)
