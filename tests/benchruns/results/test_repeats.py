"""Which measurements are repeats of one another."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser

from benchruns.comparison import compare, read_asked
from benchruns.models import Result, Series, Sweep
from benchruns.results import repeats
from benchruns.results.repeats import repeats_of
from benchruns.trends import exclusions
from tests.factories import (
    NOON,
    EndpointFactory,
    InstanceClassFactory,
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
    later, first = measured(series, hours=11.9), measured(series)
    next_day = measured(series, hours=12)

    assert counted(first, series.endpoint.owner) == [first, later]
    assert counted(next_day, series.endpoint.owner) == [next_day]


def test_every_measurement_is_of_one_group_alone(series):
    """However close they follow one another, day after day."""
    rows = [measured(series, hours=hours) for hours in (0, 5, 10, 15, 20, 40, 60)]

    found = repeats_of(rows, user=series.endpoint.owner)

    groups = {tuple(row.pk for row in found[each.pk].all) for each in rows}
    assert sorted(pk for group in groups for pk in group) == sorted(
        row.pk for row in rows
    )
    assert sorted(len(group) for group in groups) == [1, 1, 2, 3]


def test_many_occasions_are_looked_up_in_parts(series, monkeypatch):
    monkeypatch.setattr(repeats, "AT_A_TIME", 2)
    rows = [
        measured(series, hours=24 * day + more) for day in range(5) for more in (0, 1)
    ]
    papers = ResultFactory()

    found = repeats_of([*rows, papers], user=series.endpoint.owner)

    assert {len(found[row.pk].counted) for row in rows} == {2}
    assert found[papers.pk].counted == [papers]


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
        {"vcpus": 8},
        {"memory_gb": 64.0},
        {"buffer_bytes": 2**30},
        {"storage": "network disk"},
        {"edition": "high availability"},
        {"region": "eu-1"},
        {"zone": "b"},
        {"network": "VPC"},
        {"tool_version": "1.0.21"},
        {"regime": "disk_io"},
        {"regime": None},
        {"data_bytes": 1_060_000_000},
        {"data_bytes": None},
    ],
)
def test_what_ran_under_other_conditions_is_no_repeat(series, columns):
    usual = {"vcpus": 4, "memory_gb": 16.0, "data_bytes": 1_000_000_000}
    first = measured(series, **usual)
    other = measured(series, **usual | columns)

    found = repeats_of([first, other], user=series.endpoint.owner)

    assert found[first.pk].counted == [first]
    assert found[other.pk].counted == [other]


def test_another_class_of_the_endpoint_is_no_repeat(series):
    small, big = (measured(series, instance_class=InstanceClassFactory()) for _ in "ab")

    assert counted(small, series.endpoint.owner) == [small]
    assert counted(big, series.endpoint.owner) == [big]


def test_a_sweep_on_a_server_that_was_resized_has_two_groups(series):
    sweep = sweep_on(series.endpoint)
    small, big = (measured(series, sweep=sweep, vcpus=vcpus) for vcpus in (4, 8))

    assert counted(small, series.endpoint.owner) == [small]
    assert counted(big, series.endpoint.owner) == [big]


def test_the_same_rows_may_take_a_little_more_room(series):
    sizes = (1_040_000_000, 1_000_000_000, 1_080_000_000)
    rows = [measured(series, data_bytes=size) for size in sizes]

    found = repeats_of(rows, user=series.endpoint.owner)

    assert {len(each.counted) for each in found.values()} == {3}


def test_data_that_grow_under_the_repeats_of_a_sweep_are_the_same(series):
    sweep = sweep_on(series.endpoint)
    sizes = (1_000_000_000, 1_150_000_000, 1_300_000_000)
    rows = [measured(series, sweep=sweep, data_bytes=size) for size in sizes]

    assert set(counted(rows[0], series.endpoint.owner)) == set(rows)


def test_a_resized_server_is_compared_by_the_repeats_of_each_size():
    """Not by a median over both sizes, which neither of them has."""
    resized, other = (
        Series.objects.create(
            endpoint=EndpointFactory(),
            workload="oltp_read_write",
            parameters={},
            parameters_key="a",
        )
        for _ in range(2)
    )
    sizes = ((resized, 4, 1000), (resized, 8, 2000), (other, 4, 1400))
    for n in range(5):
        small, big, alike = (
            measured(series, visibility="public", vcpus=vcpus, tps=tps + n)
            for series, vcpus, tps in sizes
        )

    for one, two, medians, told in [
        (alike, small, [1402, 1002], "worse"),
        (small, big, [1002, 2002], "better"),
    ]:
        asked, _problems = read_asked({"result": [str(one.pk), str(two.pk)]})
        compared = compare(asked, user=AnonymousUser())
        line = next(each for each in compared.groups[0].lines if each.key == "tps")

        assert [cell.value for cell in line.cells] == medians
        assert line.cells[1].verdict.verdict == told
        assert "same_configuration" not in {
            finding.code for finding in compared.judgement.findings
        }


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


def test_compared_repeats_of_one_group_stand_alone_and_others_keep_theirs(series):
    one, two = (measured(series, visibility="public", tps=tps) for tps in (100, 120))
    other = [
        measured(series, visibility="public", tps=tps, vcpus=8) for tps in (200, 220)
    ]
    rows = [one, two, other[0]]

    asked, _problems = read_asked({"result": [str(row.pk) for row in rows]})
    compared = compare(asked, user=AnonymousUser())

    line = next(each for each in compared.groups[0].lines if each.key == "tps")
    assert [cell.value for cell in line.cells] == [100, 120, 210]
    [told] = [
        finding
        for finding in compared.judgement.findings
        if finding.code == "same_configuration"
    ]
    assert set(told.results) == {str(one.pk), str(two.pk)}


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
