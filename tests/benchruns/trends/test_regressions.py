"""What rules find, kept as rows: the same however often and by how many it is done."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from benchruns.models import Regression, RegressionRule, Result
from benchruns.trends import exclusions, notice, regressions
from benchruns.trends import rules as regression_rules
from benchruns.vocabulary import RegressionState as State
from tests.benchruns.runs.watched import measure, rule_for, series_with
from tests.factories import NOON, UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

USUAL = [1000.0, 1010.0, 990.0, 1005.0]


def evaluate(rule):
    regressions.reconsider(rule.series_id)
    rule.refresh_from_db()
    return regressions.evaluate(rule)


def found(rule):
    rows = rule.regressions.order_by("first_result__measured_at")
    return [(row.state, row.before, row.after, row.seen) for row in rows]


def test_results_that_are_worse_become_a_confirmed_regression():
    series = series_with(*USUAL, 800, 810, 790)
    rule = rule_for(series)

    assert regressions.evaluate(rule)

    row = rule.regressions.get()
    assert found(rule) == [(State.CONFIRMED, 1002.5, 800, 3)]
    assert row.first_result.tps == 800
    assert row.confirmed_at == NOON + timedelta(days=6)


def test_a_change_is_told_in_percent_whole_of_what_is_in_doubt_or_in_times():
    rule = rule_for(series_with(*USUAL), figure="latency_p95_ms")
    row = Regression(rule=rule, before=10.0, after=12.34)

    assert notice.change_in_words(row) == "rose by 23.4 %"
    assert notice.subject(row) == (
        "Benchbook: p95 latency of OLTP read/write on shop-db rose by 23.4 %"
    )
    row.doubt_after = "figure"
    assert notice.change_in_words(row) == "rose by 23 %"
    row.after = 133.3
    assert notice.change_in_words(row) == "rose to 13.3 times its level"


@pytest.mark.parametrize(
    ("place", "before", "after"),
    [
        (0, "figure", ""),
        (3, "figure", ""),
        (4, "", "figure"),
        (6, "", "figure"),
        (7, "", ""),
    ],
)
def test_it_is_in_doubt_where_a_result_is_that_it_rests_on(place, before, after):
    series = series_with(*USUAL, 800, 810, 790, 1000, 1005)
    rule = rule_for(series)
    doubted = Result.objects.filter(series=series).order_by("measured_at")[place]
    Result.objects.filter(pk=doubted.pk).update(doubt="figure")

    evaluate(rule)

    row = rule.regressions.get()
    assert (row.doubt_before, row.doubt_after) == (before, after)
    assert row.doubt == (before or after)


def test_it_goes_through_its_states_as_results_come_and_stays_one_row():
    series = series_with(*USUAL)
    rule = rule_for(series)
    evaluate(rule)
    states = []

    for tps in (800, 810, 790, 1000, 1000, 1000):
        measure(series, tps)
        evaluate(rule)
        states.append(rule.regressions.get().state)

    assert states == [
        State.SUSPECTED,
        State.SUSPECTED,
        State.CONFIRMED,
        State.CONFIRMED,
        State.CONFIRMED,
        State.ENDED,
    ]
    assert rule.regressions.get().ended_at == NOON + timedelta(days=9)


def test_evaluating_twice_changes_nothing():
    series = series_with(*USUAL, 800, 810, 790, 1000, 700)
    rule = rule_for(series)
    evaluate(rule)
    before = list(Regression.objects.values().order_by("id"))

    evaluate(rule)

    assert list(Regression.objects.values().order_by("id")) == before


def test_excluded_results_do_not_count():
    series = series_with(*USUAL, 800, 810, 790)
    worst = series.results.order_by("-measured_at").first()
    exclusions.exclude(worst.pk, by=series.endpoint.owner, reason="backup ran")
    rule = rule_for(series)

    evaluate(rule)

    assert found(rule) == [(State.SUSPECTED, 1002.5, 805, 2)]


def test_a_confirmed_one_whose_results_were_all_outliers_is_refuted():
    series = series_with(*USUAL, 800, 810, 790)
    rule = rule_for(series)
    evaluate(rule)
    for result in series.results.filter(tps__lt=900):
        exclusions.exclude(result.pk, by=series.endpoint.owner, reason="backup ran")

    evaluate(rule)

    assert [state for state, *_ in found(rule)] == [State.REFUTED]


def test_one_whose_first_result_is_left_out_is_still_the_same_one():
    series = series_with(*USUAL, 800, 810, 790, 805)
    rule = rule_for(series)
    evaluate(rule)
    row = rule.regressions.get()
    Regression.objects.filter(pk=row.pk).update(mailed_at=NOON)
    exclusions.exclude(
        row.first_result_id, by=series.endpoint.owner, reason="cold cache"
    )

    evaluate(rule)

    moved = rule.regressions.get()
    assert (moved.pk, moved.mailed_at, moved.state) == (row.pk, NOON, State.CONFIRMED)
    assert moved.first_result.tps == 810


def test_after_good_results_a_fall_is_news_whatever_was_mailed_and_left_out_before():
    series = series_with(*USUAL, 800, 810, 790)
    owner = series.endpoint.owner
    type(owner).objects.filter(pk=owner.pk).update(email="owner@example.org")
    rule = rule_for(series, sends_mail=True)
    evaluate(rule)
    old = rule.regressions.get()
    Regression.objects.filter(pk=old.pk).update(mailed_at=NOON)
    for result in series.results.filter(tps__lt=900):
        exclusions.exclude(result.pk, by=owner, reason="backup ran")
    measure(series, 1000, 700, 710, 690)

    evaluate(rule)

    new = rule.regressions.exclude(pk=old.pk).get()
    assert found(rule) == [
        (State.REFUTED, 1002.5, 800, 3),
        (State.CONFIRMED, 1000, 700, 3),
    ]
    assert list(regressions.unmailed()) == [new]


def test_one_whose_first_result_is_brought_back_is_still_the_same_one():
    series = series_with(*USUAL, 800, 810, 790, 805)
    first = series.results.order_by("tps")[1]
    assert first.tps == 800
    exclusions.exclude(first.pk, by=series.endpoint.owner, reason="cold cache")
    rule = rule_for(series)
    evaluate(rule)
    row = rule.regressions.get()

    exclusions.include(first.pk, by=series.endpoint.owner)
    evaluate(rule)

    moved = rule.regressions.get()
    assert (moved.pk, moved.first_result_id) == (row.pk, first.pk)


def test_a_rule_is_due_when_it_is_new_and_when_results_or_exclusions_come():
    series = series_with(*USUAL)
    rule = rule_for(series)

    assert list(regressions.due()) == [rule]
    regressions.evaluate(rule)
    assert list(regressions.due()) == []

    newest = measure(series, 990)[0]
    type(newest).objects.filter(pk=newest.pk).update(measured_at=timezone.now())
    assert list(regressions.due()) == [rule]

    RegressionRule.objects.update(evaluated_at=timezone.now() + 2 * regressions.GRACE)
    assert list(regressions.due()) == []
    exclusions.exclude(newest.pk, by=series.endpoint.owner, reason="cold cache")
    assert list(regressions.due()) == [rule]
    regressions.evaluate(regressions.due().get())
    RegressionRule.objects.update(evaluated_at=timezone.now() + 2 * regressions.GRACE)
    exclusions.include(newest.pk, by=series.endpoint.owner)
    assert list(regressions.due()) == [rule]


def test_a_result_of_just_before_the_last_look_is_not_missed():
    """Its time is taken before it is committed."""
    series = series_with(*USUAL)
    rule = rule_for(series)
    regressions.evaluate(rule)
    rule.refresh_from_db()
    [late] = measure(series, 700)
    type(late).objects.filter(pk=late.pk).update(
        measured_at=rule.evaluated_at - timedelta(seconds=5)
    )

    assert list(regressions.due()) == [rule]


def test_a_rule_that_is_off_is_left_alone():
    rule = rule_for(series_with(*USUAL, 1, 1, 1), is_active=False)

    assert list(regressions.due()) == []
    assert not regressions.evaluate(rule)
    assert found(rule) == []


def test_one_that_was_changed_since_it_was_read_is_left_for_later():
    rule = rule_for(series_with(*USUAL, 1, 1, 1))
    RegressionRule.objects.update(evaluated_at=timezone.now())

    assert not regressions.evaluate(rule)


def test_results_that_its_owner_may_not_see_do_not_count():
    series = series_with(*USUAL, 800, 810, 790)
    rule = rule_for(series)
    series.results.update(owner=UserFactory())

    evaluate(rule)

    assert found(rule) == []


def test_latency_is_watched_the_other_way_and_unknown_ones_are_passed_over():
    series = series_with(*USUAL, latency_p95_ms=10.0)
    measure(series, 1000, latency_p95_ms=None)
    measure(series, 1000, 1000, 1000, latency_p95_ms=12.0)
    rule = rule_for(series, figure="latency_p95_ms")

    evaluate(rule)

    assert found(rule) == [(State.CONFIRMED, 10, 12, 3)]


def test_a_changed_rule_is_evaluated_anew():
    series = series_with(*USUAL, 930, 930, 930)
    rule = rule_for(series)
    evaluate(rule)
    assert found(rule) == []

    regression_rules.change(rule, threshold_percent=5.0)
    regressions.evaluate(regressions.due().get())

    assert found(rule) == [(State.CONFIRMED, 1002.5, 930, 3)]


def test_a_second_rule_for_a_figure_is_refused():
    series = series_with(*USUAL)
    asked = {"figure": "tps", "threshold_percent": 5.0, "repeats": 3}
    regression_rules.add(series, owner=series.endpoint.owner, **asked)

    with pytest.raises(regression_rules.AlreadyWatched, match="TPS"):
        regression_rules.add(series, owner=series.endpoint.owner, **asked)


def test_a_rule_for_a_figure_that_no_result_has_is_refused():
    series = series_with(*USUAL, latency_p95_ms=None)
    measure(series, 1000, latency_p95_ms=9.0)
    series.results.filter(latency_p95_ms=9.0).update(owner=UserFactory())
    asked = {"figure": "latency_p95_ms", "threshold_percent": 5.0, "repeats": 3}

    with pytest.raises(regression_rules.NotMeasured, match="p95 latency"):
        regression_rules.add(series, owner=series.endpoint.owner, **asked)

    measure(series, 1000, latency_p95_ms=9.0)
    regression_rules.add(series, owner=series.endpoint.owner, **asked)


@pytest.mark.django_db(transaction=True)
def test_of_many_workers_at_once_one_evaluates_and_each_row_is_made_once():
    series = series_with(*USUAL, 800, 810, 790, 1000, 1000, 1000, 700)
    rule = rule_for(series)
    gate = threading.Barrier(5)

    def work():
        try:
            gate.wait()
            return regressions.evaluate(rule)
        finally:
            connection.close()

    with ThreadPoolExecutor(5) as threads:
        did = [call.result() for call in [threads.submit(work) for _ in range(5)]]

    assert did.count(True) == 1
    assert [state for state, *_ in found(rule)] == [State.ENDED, State.SUSPECTED]
