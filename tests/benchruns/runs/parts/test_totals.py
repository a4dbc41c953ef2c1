"""Figures of several generators as one: added, or merged, never averaged."""

import pytest

from benchruns.figures.histograms import SYSBENCH, Histogram
from benchruns.figures.metrics import Figures
from benchruns.runs.parts import totals


def counted(*buckets):
    return Histogram(source=SYSBENCH, buckets=buckets)


FAST = Figures(
    tps=90.0,
    transactions=900.0,
    latency_min_ms=1.0,
    latency_avg_ms=1.0,
    latency_p95_ms=1.0,
    latency_max_ms=1.0,
    duration_s=10.0,
    tpm=6000.0,
    nopm=2580.0,
)
SLOW = Figures(
    tps=10.0,
    transactions=100.0,
    latency_min_ms=50.0,
    latency_avg_ms=50.0,
    latency_p95_ms=50.0,
    latency_max_ms=80.0,
    duration_s=10.1,
    tpm=6000.0,
    nopm=2580.0,
)


AT_ONCE = [0.0, 0.0]


def test_counts_are_added_and_means_weighted_by_transactions():
    found = totals.figures([FAST, SLOW], None, began_later_s=AT_ONCE)

    assert found.transactions == 1000.0
    assert found.latency_avg_ms == pytest.approx((900 * 1 + 100 * 50) / 1000)
    assert (found.latency_min_ms, found.latency_max_ms) == (1.0, 80.0)


def test_a_rate_is_that_of_all_transactions_until_the_last_has_ended():
    """As pgbench has it of its threads: a rate limit ends some of them early."""
    early = Figures(tps=4.0, qps=8.0, transactions=36.0, duration_s=9.0)
    late = Figures(tps=4.4, qps=8.8, transactions=44.0, duration_s=10.0)

    found = totals.figures([early, late], None, began_later_s=AT_ONCE)

    assert (found.tps, found.qps, found.duration_s) == (8.0, 16.0, 10.0)


@pytest.mark.parametrize(
    ("later", "duration"),
    [([0.0, 0.9], 10.9), ([0.0, -0.9], 10.9), ([0.0, None], 10.0)],
    ids=["later", "earlier", "not known"],
)
def test_the_time_goes_from_the_first_beginning_to_the_last_end(later, duration):
    """What one did before and behind the other is in the time as in the count."""
    one = Figures(tps=100.0, transactions=1000.0, duration_s=10.0)

    found = totals.figures([one, one], None, began_later_s=later)

    assert found.duration_s == pytest.approx(duration)
    assert found.tps == pytest.approx(2000 / duration)


def test_without_a_time_the_rates_of_each_are_added():
    found = totals.figures(
        [Figures(tps=2.0), Figures(tps=3.0)], None, began_later_s=AT_ONCE
    )

    assert (found.tps, found.duration_s) == (5.0, None)


def test_what_is_read_of_the_servers_counters_is_not_added():
    found = totals.figures([FAST, SLOW], None, began_later_s=AT_ONCE)

    assert (found.nopm, found.tpm) == (2580.0, 6000.0)


def test_a_percentile_is_that_of_all_transactions():
    merged = totals.histogram([counted((1000, 900)), counted((50_000, 100))])

    found = totals.figures([FAST, SLOW], merged, began_later_s=AT_ONCE)

    assert merged is not None
    assert merged.events == 1000
    assert found.latency_p95_ms == 50.0  # a mean of both would be 25.5


@pytest.mark.parametrize(
    "other",
    [None, Histogram(source="hdr", buckets=((1, 1),))],
    ids=["missing", "counted otherwise"],
)
def test_without_all_histograms_there_is_no_percentile(other):
    merged = totals.histogram([counted((1000, 900)), other])

    assert merged is None
    assert (
        totals.figures([FAST, SLOW], merged, began_later_s=AT_ONCE).latency_p95_ms
        is None
    )


def test_what_one_does_not_know_is_not_known_of_all():
    found = totals.figures([FAST, Figures(tps=1.0)], None, began_later_s=AT_ONCE)

    assert found.transactions is None


def sampled(**known):
    return dict.fromkeys([*totals.ADDED_IN_SAMPLES, "latency_ms"]) | known


@pytest.mark.parametrize(
    ("has_percentiles", "latency"), [(True, None), (False, 5.8)], ids=["p95", "mean"]
)
def test_samples_of_a_second_are_added(has_percentiles, latency):
    found = totals.sample(
        [
            sampled(tps=90.0, threads=2, latency_ms=1.0),
            sampled(tps=10.0, threads=1, latency_ms=49.0),
        ],
        has_percentiles=has_percentiles,
    )

    assert (found["tps"], found["threads"], found["qps"]) == (100.0, 3, None)
    assert found["latency_ms"] == latency
