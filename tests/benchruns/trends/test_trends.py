"""A series over time: points, what changed, levels, versions; and the list of series."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser

from benchruns.models import Series
from benchruns.trends import exclusions, trend_list
from benchruns.trends import trend as trends
from benchruns.trends.trend import trend_of
from tests.benchruns.runs.watched import measure, series_with
from tests.factories import (
    NOON,
    InstanceClassFactory,
    ProviderFactory,
    ResultFactory,
    UserFactory,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

USUAL = [1000.0, 1010.0, 990.0, 1005.0, 995.0, 1002.0]
LOWER = [800.0, 805.0, 795.0, 802.0, 798.0, 801.0]


def shown(series, figure="tps"):
    return trend_of(series, user=series.endpoint.owner, figure=figure)


def test_points_are_in_order_with_what_changed_since_the_one_before():
    series = series_with(1000, parameter_settings={"flush": "1", "old": "on"})
    measure(
        series,
        1010,
        engine_version_full="8.0.37",
        parameter_settings={"flush": "2", "new": "off"},
        tool_version="1.1.0",
        client={"vcpus": 8},
        provider=ProviderFactory(slug="cloud"),
        instance_class=InstanceClassFactory(code="big.large"),
        regime="disk_io",
        data_bytes=2**30,
    )

    first, second = shown(series).points

    assert (first.value, first.changes, second.value) == (1000, (), 1010)
    told = [(each.kind, each.name, each.before, each.after) for each in second.changes]
    assert told == [
        ("server", "engine_version_full", "8.0.36", "8.0.37"),
        ("server", "provider", None, "cloud"),
        ("server", "instance_class", None, "big.large"),
        ("setting", "flush", "1", "2"),
        ("setting", "new", None, "off"),
        ("setting", "old", "on", None),
        ("tool", "tool_version", "1.0.20", "1.1.0"),
        ("client", "vcpus", None, 8),
        ("data", "regime", "cached", "disk_io"),
        ("data", "data_bytes", None, 2**30),
    ]


def test_a_shift_says_from_where_to_where_and_what_changed_there():
    series = series_with(*USUAL)
    measure(series, *LOWER, engine_version_full="8.0.37")

    trend = shown(series)
    [shift] = trend.shifts()

    assert (shift.letter, shift.index, shift.is_worse) == ("A", 6, True)
    assert (shift.before, shift.after) == (1001, 800.5)
    assert [change.after for change in shift.changes] == ["8.0.37"]
    assert [(level.first, level.last) for level in trend.levels([shift])] == [
        (0, 5),
        (6, 11),
    ]


def test_a_shift_of_latency_is_worse_when_it_rises():
    series = series_with(*USUAL, latency_p95_ms=10.0)
    measure(series, *USUAL, latency_p95_ms=20.0)

    [shift] = shown(series, "latency_p95_ms").shifts()

    assert (shift.is_worse, shift.percent) == (True, 100)


def test_excluded_points_are_there_and_count_in_nothing():
    series = series_with(*USUAL, 1.0, *LOWER)
    outlier = series.results.get(tps=1.0)
    exclusions.exclude(outlier.pk, by=series.endpoint.owner, reason="cold cache")

    trend = shown(series)
    [shift] = trend.shifts()

    assert trend.points[6].is_excluded
    assert (shift.index, shift.before) == (7, 1001)
    assert trend.versions()[0].summary.lowest == 795


def test_versions_have_their_own_figures_oldest_first():
    series = series_with(*USUAL, engine_version_full="8.0.9")
    measure(series, *LOWER, engine_version_full="8.0.10")

    versions = shown(series).versions()

    assert [(each.version, each.summary.median) for each in versions] == [
        ("8.0.9", 1001),
        ("8.0.10", 800.5),
    ]


def test_only_the_newest_points_are_read(monkeypatch):
    monkeypatch.setattr(trends, "MOST_POINTS", 4)
    trend = shown(series_with(1, 2, 3, 4, 5))

    assert ([point.value for point in trend.points], trend.is_cut) == (
        [2, 3, 4, 5],
        True,
    )
    assert not shown(series_with(1, 2, 3, 4)).is_cut


def test_a_viewer_sees_the_results_that_are_theirs_to_see():
    series = series_with(1000, 1010)
    measure(series, 990, visibility="public")

    trend = trend_of(series, user=AnonymousUser(), figure="tps")

    assert [point.value for point in trend.points] == [990]
    assert trend.levels([])[0].median == 990


def test_results_without_the_figure_are_no_points():
    trend = shown(series_with(1000, latency_p95_ms=None), "latency_p95_ms")

    assert (trend.points, trend.shifts(), trend.levels([]), trend.versions()) == (
        [],
        [],
        [],
        [],
    )


def lines(user, number=1):
    found = Series.objects.visible_to(user)
    return trend_list.page_of(found, user=user, number=number)


def test_a_line_has_the_newest_results_of_its_series_alone(monkeypatch):
    monkeypatch.setattr(trend_list, "MOST_POINTS", 3)
    monkeypatch.setattr(trend_list, "DRAWN", 2)
    owner = UserFactory()
    short = series_with(5, 6, owner=owner, name="a")
    long = series_with(1, 2, 3, 4, owner=owner, name="b")

    found = {line.series.pk: line for line in lines(owner).lines}

    assert found[long.pk].counted == [2, 3, 4]
    assert found[long.pk].drawn == [3, 4]
    assert found[short.pk].counted == [5, 6]
    assert (found[long.pk].is_cut, found[short.pk].is_cut) == (True, False)


def test_a_line_has_the_last_change_of_level_that_the_page_finds():
    series = series_with(*[100, 102, 98, 101, 99] * 2, *[80, 81, 79] * 3, 500)
    newest = series.results.get(tps=500)
    exclusions.exclude(newest.pk, by=series.endpoint.owner, reason="cold cache")

    [line] = lines(series.endpoint.owner).lines

    assert line.newest == newest
    assert line.change().percent == shown(series).shifts()[-1].percent == -20


def test_a_line_judges_by_as_many_results_as_the_page():
    """A change of long ago is none among the newest alone, and theirs may be noise."""
    series = series_with(*[100, 102, 98, 101, 99] * 2, *[80, 81, 79] * 12)

    [line] = lines(series.endpoint.owner).lines

    assert len(line.spots) > trend_list.DRAWN
    assert line.change().percent == shown(series).shifts()[-1].percent == -20


def test_a_line_tells_that_its_last_change_of_level_is_in_doubt():
    """As its page does; what is in doubt before the level that it left changes nothing."""
    series = series_with(*[100, 102, 98, 101, 99] * 2, *[80, 81, 79] * 4)
    measure(series, *[120, 121, 119] * 4)
    oldest = series.results.order_by("measured_at").first()

    def is_doubted():
        [line] = lines(series.endpoint.owner).lines
        assert line.change().is_doubted == shown(series).shifts()[-1].is_doubted
        return line.change().is_doubted

    assert not is_doubted()
    series.results.filter(pk=oldest.pk).update(doubt="figure")
    assert not is_doubted()
    series.results.filter(tps=80).update(doubt="figure")
    assert is_doubted()


def test_a_line_of_too_few_results_has_no_change():
    """Its page says of the same: none found."""
    series = series_with(119, 92.5)

    [line] = lines(series.endpoint.owner).lines

    assert shown(series).shifts() == []
    assert line.change().percent is None


def test_the_list_has_pages_and_takes_as_many_queries_for_each(
    monkeypatch, django_assert_num_queries
):
    monkeypatch.setattr(trend_list, "PAGE_SIZE", 3)
    for number in range(5):
        series_with(number + 1, number + 2, visibility="public")
    everybody = AnonymousUser()

    with django_assert_num_queries(3):
        first = lines(everybody)
    second = lines(everybody, 2)

    assert (len(first.lines), first.has_next) == (3, True)
    assert (len(second.lines), second.has_next) == (2, False)
    newest_first = [line.newest.tps for line in (*first.lines, *second.lines)]
    assert newest_first == [6, 5, 4, 3, 2]


def test_a_private_series_is_in_nobody_elses_list():
    series_with(1)
    ResultFactory(measured_at=NOON - timedelta(days=1))

    assert lines(UserFactory()).lines == []
