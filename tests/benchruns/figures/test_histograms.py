"""Histograms are added, never their percentiles; and what cannot be added is not."""

from pathlib import Path

import pytest

from benchruns.figures.histograms import (
    HDR,
    MOST_BUCKETS,
    PGBENCH_LOG,
    SYSBENCH,
    Histogram,
    Sum,
)
from benchruns.parsers.sysbench.output import parse
from benchruns.parsers.tpcc.histogram import histogram_of
from workers.tools.tpcc.running.histograms import Latencies

SAMPLES = Path(__file__).parents[1] / "samples" / "sysbench"


def of(*milliseconds, source=SYSBENCH, share=1.0):
    counted = [(value, 1) for value in milliseconds]
    return Histogram.of_ms(counted, source=source, share=share)


def merged(histograms):
    found = Sum()
    for each in histograms:
        found.add(each)
    return found.whole


def test_hundreds_of_repeats_take_the_room_of_one():
    each = 15_000
    runs = [
        Histogram(
            source=SYSBENCH,
            buckets=tuple((1_000_000 + 3 * at + place, 1) for at in range(each)),
        )
        for place in range(3)
    ]

    found = merged(runs)

    assert len(found.buckets) <= MOST_BUCKETS
    assert found.events == 3 * each


def test_a_percentile_of_two_runs_is_that_of_all_their_transactions():
    quick, slow = of(*[1.0] * 99, 2.0), of(*[100.0] * 10)

    both = merged([quick, slow])

    assert both.events == 110
    assert both.curve()[50] == 1
    assert both.curve()[95] == 100  # the mean of 1 and 100 would be half of that
    assert quick.curve()[95] == 1


def test_the_order_of_adding_changes_nothing():
    runs = [of(1.0, 2.0), of(2.0, 3.5), of(0.001)]

    assert merged(runs) == merged(runs[::-1])
    assert merged(runs).buckets == ((1, 1), (1000, 1), (2000, 2), (3500, 1))


@pytest.mark.parametrize(
    "other", [of(1.0, source=PGBENCH_LOG), of(1.0, share=0.5), of(1.0, source=HDR)]
)
def test_what_was_counted_in_another_way_is_not_added(other):
    assert merged([of(1.0), other]) is None
    assert merged([]) is None


def test_a_percentile_is_told_where_a_transaction_lies_beyond_it():
    assert max(of(*[1.0] * 100).curve()) == 99
    assert max(of(*[1.0] * 999).curve()) == 99.5
    assert max(of(*[1.0] * 1000).curve()) == 99.9
    assert max(of(*[1.0] * 10_000).curve()) == 99.99
    assert set(of(1.0).curve()) == {10, 25, 50}


def test_too_many_buckets_become_coarser_and_lose_no_transaction():
    found = Histogram.of_ms(
        ((number / 1000, 2) for number in range(100_000, 100_000 + MOST_BUCKETS + 1)),
        source=PGBENCH_LOG,
    )

    assert len(found.buckets) < 100
    assert found.events == 2 * (MOST_BUCKETS + 1)
    assert all(low <= 120_000 for low, _count in found.buckets)


def test_nothing_counted_is_no_histogram():
    assert Histogram.of_ms([], source=SYSBENCH) is None
    assert Histogram.of_ms([(1.0, 0)], source=SYSBENCH) is None


def test_sysbench_1_0_20_tells_the_percentiles_that_it_prints_itself():
    report = parse((SAMPLES / "1.0-histogram.txt").read_text())

    found = Histogram.of_ms(report.histogram, source=SYSBENCH)

    assert found.events == sum(count for _ms, count in report.histogram)
    assert found.curve()[95] == report.figures.latency_p95_ms


def test_the_histogram_of_the_tpcc_tool_is_read_as_it_was_counted():
    latencies = Latencies()
    for milliseconds in range(1, 1001):
        latencies.record(milliseconds / 1000)

    found = histogram_of(latencies.encoded(), events=1000)

    assert found.events == 1000
    for percentile in (50, 95, 99):
        told = latencies.percentile_ms(percentile)
        assert found.curve()[percentile] == pytest.approx(told, rel=0.001)


@pytest.mark.parametrize("text", ["", "HISTFAAAAB", "no base64 !", "AAAA" * 50])
def test_a_text_that_is_no_histogram_tells_none(text):
    assert histogram_of(text, events=1) is None


def test_one_that_counts_other_transactions_than_the_report_is_not_kept():
    latencies = Latencies()
    latencies.record(0.001)

    assert histogram_of(latencies.encoded(), events=2) is None
