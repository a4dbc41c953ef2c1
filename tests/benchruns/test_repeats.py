"""Which measurements are repeats of one another."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser

from benchruns import exclusions
from benchruns.models import Result, Series, Sweep
from benchruns.repeats import repeats_of
from tests.factories import (
    NOON,
    EndpointFactory,
    ResultFactory,
    RunFactory,
    UserFactory,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def endpoint():
    return EndpointFactory()


@pytest.fixture
def series(endpoint):
    return Series.objects.create(
        endpoint=endpoint, workload="oltp_read_write", parameters={}, parameters_key="a"
    )


def measured(series, *, sweep=None, hours=0, **columns):
    owner = series.endpoint.owner
    run = RunFactory(
        ended=True,
        state="succeeded",
        owner=owner,
        endpoint=series.endpoint,
        sweep=sweep,
    )
    moment = NOON + timedelta(hours=hours)
    columns = {"engine_version_full": "8.0.36", **columns}
    return ResultFactory(
        measured=True,
        owner=owner,
        run=run,
        series=series,
        measured_at=moment,
        **columns,
    )


def sweep_on(endpoint):
    return Sweep.objects.create(
        owner=endpoint.owner,
        endpoint=endpoint,
        workload="oltp_read_write",
        parameters={},
        threads=[8],
        repetitions=3,
    )


def counted(result, user):
    return repeats_of([result], user=user)[result.pk].counted


def test_runs_of_a_day_are_repeats_in_the_order_of_time(series):
    later, first = measured(series, hours=5), measured(series)
    too_late = measured(series, hours=29.1)

    assert counted(first, series.endpoint.owner) == [first, later]
    assert counted(too_late, series.endpoint.owner) == [too_late]


def test_a_sweep_is_repeated_within_itself_however_long_it_takes(series):
    one, other = sweep_on(series.endpoint), sweep_on(series.endpoint)
    first = measured(series, sweep=one)
    last = measured(series, sweep=one, hours=80)
    elsewhere, alone = measured(series, sweep=other), measured(series)

    owner = series.endpoint.owner
    assert counted(first, owner) == counted(last, owner) == [first, last]
    assert counted(elsewhere, owner) == [elsewhere]
    assert counted(alone, owner) == [alone]


@pytest.mark.parametrize(
    "columns",
    [
        {"engine_version_full": "8.0.37"},
        {"parameter_settings": {"sync_binlog": "0"}},
        {"client": {"vcpus": 64}},
    ],
)
def test_what_ran_under_other_conditions_is_no_repeat(series, columns):
    first = measured(series)
    measured(series, **columns)

    assert counted(first, series.endpoint.owner) == [first]


def test_another_series_is_no_repeat(series, endpoint):
    other = Series.objects.create(
        endpoint=endpoint, workload="oltp_read_only", parameters={}, parameters_key="a"
    )
    first = measured(series)
    measured(other)

    assert counted(first, endpoint.owner) == [first]


def test_published_rows_and_rows_without_a_series_have_only_themselves():
    published, other = ResultFactory(), ResultFactory()
    old = ResultFactory(measured=True, visibility="public")
    ResultFactory(measured=True, visibility="public")

    found = repeats_of([published, other, old], user=AnonymousUser())

    assert [each.counted for each in found.values()] == [[published], [other], [old]]


def test_an_excluded_repeat_is_kept_apart_with_its_reason(series):
    first, outlier = measured(series), measured(series)
    owner = series.endpoint.owner
    exclusions.exclude(outlier.pk, by=owner, reason="A backup ran.")

    of_first = repeats_of([first], user=owner)[first.pk]
    of_outlier = repeats_of([outlier], user=owner)[outlier.pk]

    assert of_first.counted == of_outlier.counted == [first]
    assert of_first.excluded == of_outlier.excluded == [outlier]
    assert of_first.excluded[0].exclusion.reason == "A backup ran."
    assert of_first.all == sorted([first, outlier], key=lambda each: each.pk)


def test_others_see_public_repeats_alone(series):
    first = measured(series, visibility="public")
    measured(series)

    assert counted(first, AnonymousUser()) == [first]
    assert counted(first, UserFactory()) == [first]
    assert len(counted(first, UserFactory(staff=True))) == 2


def test_two_repeats_of_one_configuration_are_known_as_such(series):
    first, second, later = (
        measured(series),
        measured(series),
        measured(series, hours=90),
    )

    found = repeats_of([first, second, later], user=series.endpoint.owner)

    assert found[first.pk].overlaps(found[second.pk])
    assert not found[first.pk].overlaps(found[later.pk])


def test_the_number_of_queries_does_not_grow(series, django_assert_max_num_queries):
    sweep = sweep_on(series.endpoint)
    for hours in range(4):
        measured(series, hours=hours)
        measured(series, sweep=sweep, hours=hours)
    results = list(Result.objects.all())
    exclusions.exclude(results[0].pk, by=series.endpoint.owner, reason="Too low.")

    with django_assert_max_num_queries(3):
        found = repeats_of(results, user=series.endpoint.owner)
        names = [
            r.exclusion.excluded_by.username for r in found[results[0].pk].excluded
        ]

    assert len(found) == 8
    assert names == [series.endpoint.owner.username]
