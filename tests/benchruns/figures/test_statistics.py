"""Repeats compared: how often the verdict is wrong, and what it may never depend on."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchruns.figures import statistics
from benchruns.figures.statistics import Verdict
from tests.examples import few_or

NOISE = 0.03
# Five places whose standard deviation is 1.
FOUND = {Verdict.BETTER, Verdict.WORSE}
TURNED = {Verdict.BETTER: Verdict.WORSE, Verdict.WORSE: Verdict.BETTER}

figures = st.floats(min_value=1, max_value=1e6)
repeats = st.lists(figures, min_size=5, max_size=8)


def verdict(base, other, *, higher_is_better=True):
    return statistics.compare(base, other, higher_is_better=higher_is_better).verdict


def share_found(*, difference, comparisons, seed):
    """Of simulated comparisons, 5 a side, how many find a difference."""
    noise = np.random.default_rng(seed)
    found = 0
    for _ in range(comparisons):
        base, other = noise.normal(1000, 1000 * NOISE, (2, 5))
        found += verdict(base.tolist(), (other * (1 + difference)).tolist()) in FOUND
    return found / comparisons


# How often it is wrong ----------------------------------------------------------------


def test_equal_figures_are_called_different_in_at_most_6_percent():
    comparisons = few_or(2000, few=500)

    assert share_found(difference=0, comparisons=comparisons, seed=4) <= 0.06


def test_a_difference_of_10_percent_is_found_in_at_least_80_percent():
    comparisons = few_or(500, few=200)

    assert share_found(difference=0.10, comparisons=comparisons, seed=5) >= 0.80


@pytest.mark.long
def test_the_detectable_difference_is_found_in_at_least_80_percent():
    noise = np.random.default_rng(8)
    sides = noise.normal(1000, 1000 * NOISE, (200, 2, 5)).tolist()
    found = [statistics.compare(*pair, higher_is_better=True) for pair in sides]
    detectable = float(np.median([each.detectable for each in found]))

    assert detectable == pytest.approx(0.076, abs=0.006)
    assert share_found(difference=detectable, comparisons=500, seed=6) >= 0.80


def test_an_outlier_that_leaves_the_medians_leaves_the_detectable_difference():
    base = [1300, 1302, 1298, 1301, 1299, 1303]
    steady = [1490, 1492, 1488, 1491, 1489, 1493, 1487]
    disturbed = [*steady[:-1], 610]

    calm = statistics.compare(base, steady, higher_is_better=True).detectable
    rough = statistics.compare(base, disturbed, higher_is_better=True).detectable

    assert rough < 2 * calm


# What it says -------------------------------------------------------------------------


def test_the_ratio_is_of_the_medians_and_stands_in_its_interval():
    found = statistics.compare(
        [100, 101, 99, 102, 98], [111, 110, 109, 112, 300], higher_is_better=True
    )

    assert found.ratio == 1.11
    assert 1.05 < found.low < 1.11 < found.high
    assert found.verdict == Verdict.BETTER
    assert (found.base.median, found.other.highest) == (100, 300)


def test_where_lower_is_better_the_verdict_turns_and_the_ratio_does_not():
    slow, fast = [20.0, 20.4, 19.8, 20.1, 20.2], [10.0, 10.1, 9.9, 10.2, 9.8]

    found = statistics.compare(slow, fast, higher_is_better=False)

    assert found.verdict == Verdict.BETTER
    assert found.ratio == pytest.approx(0.4975, abs=1e-4)


def test_four_repeats_on_one_side_are_too_few():
    found = statistics.compare([1, 1, 1, 1], [9, 9, 9, 9, 9], higher_is_better=True)

    assert found.verdict == Verdict.TOO_FEW_REPEATS
    assert (found.ratio, found.low, found.high) == (9, None, None)
    assert found.detectable is None


def test_the_interval_of_repeats_without_spread_is_a_point():
    same = statistics.compare([7] * 5, [7] * 5, higher_is_better=True)
    other = statistics.compare([8] * 5, [10] * 5, higher_is_better=True)

    assert same.verdict == Verdict.NOT_DISTINGUISHABLE
    assert (same.ratio, same.low, same.high) == (1, 1, 1)
    assert other.verdict == Verdict.BETTER
    assert (other.low, other.high) == (pytest.approx(1.25), pytest.approx(1.25))
    assert other.detectable is None


def test_there_is_no_ratio_to_zero_but_a_verdict():
    found = statistics.compare([0] * 5, [3, 4, 5, 4, 3], higher_is_better=False)
    none = statistics.compare([0] * 5, [0] * 5, higher_is_better=False)

    assert found.verdict == Verdict.WORSE
    assert (found.ratio, found.low, found.high) == (None, None, None)
    assert (none.verdict, none.ratio) == (Verdict.NOT_DISTINGUISHABLE, 1)


def test_an_interval_that_reaches_zero_has_no_upper_end():
    found = statistics.compare([0, 0, 10, 10, 10], [10] * 5, higher_is_better=True)

    assert found.verdict == Verdict.NOT_DISTINGUISHABLE
    assert (found.ratio, found.high) == (1, None)


@pytest.mark.parametrize("wrong", [math.nan, math.inf, -1.0])
def test_what_no_figure_can_be_is_refused(wrong):
    good = [1.0, 2.0, 3.0, 4.0, 5.0]

    with pytest.raises(ValueError, match="finite"):
        statistics.compare(good, [*good, wrong], higher_is_better=True)


def test_nothing_cannot_be_compared():
    with pytest.raises(ValueError, match="at least one"):
        statistics.compare([], [1.0], higher_is_better=True)


def test_a_summary_has_quartiles_and_keeps_every_value_in_its_order():
    found = statistics.summary([4.0, 1.0, 3.0, 2.0])

    assert found.values == (4.0, 1.0, 3.0, 2.0)
    assert (found.q1, found.median, found.q3, found.iqr) == (1.75, 2.5, 3.25, 1.5)
    assert (found.lowest, found.highest, found.count) == (1.0, 4.0, 4)


def test_quartiles_take_four_values():
    assert statistics.summary([4.0, 1.0, 3.0, 2.0]).has_quartiles
    assert not statistics.summary([4.0, 1.0, 3.0]).has_quartiles


# What it may never depend on ----------------------------------------------------------


@given(base=repeats, other=repeats, turned=st.booleans())
@settings(max_examples=few_or(60, few=25), deadline=None)
def test_the_verdict_turns_with_the_sides(base, other, turned):
    assume(sorted(base) != sorted(other))

    there = statistics.compare(base, other, higher_is_better=turned)
    back = statistics.compare(other, base, higher_is_better=turned)

    assert back.verdict == TURNED.get(there.verdict, there.verdict)
    assert back.low == pytest.approx(1 / there.high)
    assert back.ratio == pytest.approx(1 / there.ratio)


@given(base=repeats, other=repeats, power=st.integers(-20, 20))
@settings(max_examples=few_or(60, few=25), deadline=None)
def test_the_unit_has_no_part_in_it(base, other, power):
    here = statistics.compare(base, other, higher_is_better=True)
    scaled = statistics.compare(
        [value * 2.0**power for value in base],
        [value * 2.0**power for value in other],
        higher_is_better=True,
    )

    assert scaled.verdict == here.verdict
    assert (scaled.ratio, scaled.low, scaled.high) == (here.ratio, here.low, here.high)
    assert scaled.detectable == pytest.approx(here.detectable)


@given(base=repeats, other=repeats, data=st.data())
@settings(max_examples=few_or(60, few=25), deadline=None)
def test_the_order_of_repeats_has_no_part_in_it(base, other, data):
    shuffled = data.draw(st.permutations(base))

    here = statistics.compare(base, other, higher_is_better=True)
    there = statistics.compare(shuffled, other, higher_is_better=True)

    assert (there.low, there.high) == (here.low, here.high)
    assert there.verdict == here.verdict


@given(values=repeats)
@settings(max_examples=30, deadline=None)
def test_repeats_are_never_better_than_themselves(values):
    assert verdict(values, values) == Verdict.NOT_DISTINGUISHABLE
