"""Samples for charts and tables."""

import pytest

from benchruns.models import Sample
from benchruns.runs import samples
from tests.factories import RunFactory, SampleFactory

pytestmark = pytest.mark.both_databases


@pytest.fixture
def run(db):
    return RunFactory(running=True)


def store(run, seconds, **fields):
    Sample.objects.bulk_create(
        SampleFactory.build(run=run, second=second, **fields) for second in seconds
    )


def test_newer_samples_come_in_order(run):
    store(run, (3, 1, 2))
    store(run, (9,), attempt=2)

    rows = samples.newer(run.pk, attempt=1, after=1)

    assert [row[0] for row in rows] == [2, 3]
    assert rows[0][:3] == (2, 100.5, 2010.0)


def test_few_samples_stay_as_they_are(run):
    store(run, range(-1, 4))

    step, rows = samples.thinned(run.pk, attempt=1, limit=5)

    assert step == 1
    assert [row[0] for row in rows] == [-1, 0, 1, 2, 3]


def test_many_samples_become_means_at_their_last_second(run):
    store(run, range(-3, 1), tps=1.0)
    store(run, range(1, 7), tps=4.0)

    step, rows = samples.thinned(run.pk, attempt=1, limit=5)

    assert step == 2
    assert [row[:2] for row in rows] == [
        (-2, 1.0),
        (0, 1.0),
        (2, 4.0),
        (4, 4.0),
        (6, 4.0),
    ]


def test_a_chart_of_means_keeps_the_lowest_and_the_highest_second(run):
    store(run, range(1, 7), tps=4.0)
    Sample.objects.filter(second=3).update(tps=90.0, latency_ms=700.0)
    Sample.objects.filter(second=4).update(tps=None)

    step, rows, ranges = samples.charted(run.pk, attempt=1, limit=2)

    assert (step, rows) == samples.thinned(run.pk, attempt=1, limit=2)
    assert [each[:2] for each in ranges] == [(4.0, 90.0), (4.0, 4.0)]
    assert ranges[0][5] == 700.0


def test_a_chart_of_each_second_has_no_ranges(run):
    store(run, range(1, 7), tps=4.0)

    step, rows, ranges = samples.charted(run.pk, attempt=1, limit=6)

    assert (step, len(rows), ranges) == (1, 6, [])


def test_no_sample_gives_none(run):
    assert samples.thinned(run.pk, attempt=1, limit=5) == (1, [])
    assert samples.variation(run.pk, attempt=1) is None


def test_variation_leaves_the_warm_up_out(run):
    store(run, (0,), tps=9000.0)
    store(run, (1,), tps=90.0)
    store(run, (2,), tps=110.0)

    assert samples.variation(run.pk, attempt=1) == pytest.approx(0.1)


def test_one_interval_has_no_variation(run):
    store(run, (1,), tps=90.0)

    assert samples.variation(run.pk, attempt=1) is None
