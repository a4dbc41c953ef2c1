"""Episodes of a watched figure: suspected, confirmed, refuted, ended."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchruns.trends.episodes import FEWEST, WINDOW, Watch
from benchruns.vocabulary import RegressionState as State
from tests.examples import few_or

TPS = Watch(threshold_percent=10, repeats=3, higher_is_better=True)
LATENCY = Watch(threshold_percent=10, repeats=3, higher_is_better=False)
USUAL = [1000.0] * 5


def only(watch, values):
    [episode] = watch.episodes(values)
    return episode


def test_one_figure_that_is_worse_is_suspected():
    episode = only(TPS, [*USUAL, 880])

    assert (episode.state, episode.first, episode.seen) == (State.SUSPECTED, 5, 1)
    assert (episode.before, episode.after) == (1000, 880)


def test_as_many_in_a_row_as_asked_for_confirm_it():
    episode = only(TPS, [*USUAL, 880, 900, 860])

    assert (episode.state, episode.confirmed, episode.seen) == (State.CONFIRMED, 7, 3)
    assert episode.after == 880


def test_a_good_one_refutes_it():
    episode = only(TPS, [*USUAL, 700, 700, 990])

    assert (episode.state, episode.first, episode.last) == (State.REFUTED, 5, 6)


def test_a_single_repeat_confirms_at_once_where_the_rule_says_so():
    hasty = Watch(threshold_percent=10, repeats=1, higher_is_better=True)

    assert only(hasty, [*USUAL, 900]).confirmed == 5


def test_it_ends_when_as_many_are_back():
    values = [*USUAL, 800, 800, 800, 800, 950, 990]

    assert only(TPS, values).state == State.CONFIRMED
    assert only(TPS, [*values, 800, 990, 990]).state == State.CONFIRMED
    ended = only(TPS, [*values, 1000])
    assert (ended.state, ended.ended, ended.last) == (State.ENDED, 11, 7)


def test_after_the_end_the_old_level_counts_and_not_the_bad_one():
    values = [*USUAL, *[500.0] * 20, *[1000.0] * 3, 880]

    assert [e.state for e in TPS.episodes(values)] == [State.ENDED, State.SUSPECTED]
    assert TPS.episodes(values)[1].before == 1000


def test_a_second_fall_within_the_first_is_seen_and_both_end_together():
    values = [*USUAL, *[800.0] * 5, *[600.0] * 3]

    first, second = TPS.episodes(values)
    assert (first.state, second.state) == (State.CONFIRMED, State.CONFIRMED)
    assert (second.first, second.before, second.after) == (10, 800, 600)
    ends = [episode.ended for episode in TPS.episodes([*values, *[1000.0] * 3])]
    assert ends == [15, 15]


def test_a_second_fall_may_end_alone():
    values = [*USUAL, *[800.0] * 5, *[600.0] * 3, *[800.0] * 3]

    states = [episode.state for episode in TPS.episodes(values)]
    assert states == [State.CONFIRMED, State.ENDED]


def test_of_a_latency_more_is_worse():
    assert only(LATENCY, [10.0] * 4 + [11.0] * 3).state == State.CONFIRMED
    assert LATENCY.episodes([10.0] * 4 + [9.0] * 3) == []
    assert TPS.episodes([10.0] * 4 + [11.0] * 3) == []


@pytest.mark.parametrize(("value", "count"), [(2.7, 1), (2.71, 0)])
def test_just_the_threshold_counts(value, count):
    assert len(TPS.episodes([3.0, 3.0, 3.0, value])) == count


def test_too_few_before_it_suspect_nothing():
    assert TPS.episodes([1000.0] * (FEWEST - 1) + [500.0]) == []
    assert len(TPS.episodes([1000.0] * FEWEST + [500.0])) == 1


def test_only_the_last_ones_are_the_level():
    slow_rise = [1000.0] * 20 + [1500.0] * WINDOW

    assert only(TPS, [*slow_rise, 1300.0]).before == 1500


def test_an_outlier_before_it_hardly_moves_the_level():
    assert TPS.episodes([1000.0, 9000.0, 1000.0, 1000.0, 980.0]) == []


def test_figures_of_nothing_are_never_worse():
    assert TPS.episodes([0.0] * 8) == []


figures = st.lists(st.integers(min_value=1, max_value=2000), max_size=60)


@settings(max_examples=few_or(150, few=50), deadline=None)
@given(figures, st.integers(min_value=1, max_value=5))
def test_what_always_holds(values, repeats):
    watch = Watch(threshold_percent=15, repeats=repeats, higher_is_better=True)

    episodes = watch.episodes(values)

    assert len({episode.first for episode in episodes}) == len(episodes)
    for episode in episodes:
        worse = values[episode.first : episode.last + 1]
        assert len(worse) == episode.seen <= repeats
        assert all(watch.is_worse(value, than=episode.before) for value in worse)
        is_sure = episode.state in {State.CONFIRMED, State.ENDED}
        assert is_sure == (episode.confirmed is not None) == (episode.seen == repeats)
        assert (episode.ended is not None) == (episode.state == State.ENDED)


@settings(max_examples=few_or(60, few=25), deadline=None)
@given(figures, st.integers(min_value=0, max_value=60))
def test_what_was_decided_stays_decided_when_figures_follow(values, known):
    past = {each.first: each for each in TPS.episodes(values[:known])}
    now = {each.first: each for each in TPS.episodes(values)}

    for first, episode in past.items():
        if episode.state in {State.REFUTED, State.ENDED}:
            assert now[first] == episode
        else:
            assert (now[first].before, now[first].first) == (episode.before, first)
