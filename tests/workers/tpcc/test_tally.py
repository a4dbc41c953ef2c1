"""Sums of transactions: by second, over processes, and as the report has them."""

import gc
import pickle
import weakref

import pytest
from hdrh.histogram import HdrHistogram

from workers.tools.tpcc.kinds import Kind, Trouble
from workers.tools.tpcc.running.ledger import Ledger, second_of
from workers.tools.tpcc.running.tally import (
    Ended,
    Ending,
    Tally,
    add_to,
    sum_of,
)

WELL, BACK, FAILED = Ending.COMMITTED, Ending.ROLLED_BACK, Ending.FAILED


def ended(seconds=0.001, ending=WELL, *troubles, at=0.0, kind=Kind.NEWORD):
    return Ended(kind, at, seconds, ending, troubles)


def tally_of(*transactions: Ended) -> Tally:
    tally = Tally()
    for transaction in transactions:
        tally.take(transaction)
    return tally


def test_a_transaction_that_was_tried_again_counts_once():
    tally = tally_of(
        ended(0.001),
        ended(0.002, BACK),
        ended(0.5, WELL, Trouble.DEADLOCK, Trouble.DEADLOCK),
        ended(9.0, FAILED, *[Trouble.LOCK_TIMEOUT] * 10),
    )

    told = tally.as_dict()
    assert (told["count"], told["rolled_back"], told["failed"]) == (3, 1, 1)
    assert told["retries"] == {"deadlock": 2, "serialization": 0, "lock_timeout": 10}
    assert told["latency_ms"]["max"] == pytest.approx(500, rel=0.001)
    assert told["latency_ms"]["avg"] == pytest.approx(503 / 3, abs=0.001)


def test_a_histogram_is_freed_at_once():
    """A run has ten a second, which the garbage collector left until its memory was used up."""
    gc.disable()
    try:
        tally = pickle.loads(pickle.dumps(tally_of(ended())))  # noqa: S301 - our own
        tally.as_dict()
        histogram = weakref.ref(tally.latencies._histogram)
        del tally
        assert histogram() is None
    finally:
        gc.enable()


def test_merged_histograms_are_as_one():
    every = [ended((n * n) % 9_973 * 1e-6) for n in range(1, 5_000)]
    one = tally_of(*every)

    parts = [tally_of(*every[at::3]) for at in range(3)]
    merged = sum_of([Tally(), *pickle.loads(pickle.dumps(parts)), Tally()])  # noqa: S301 - our own

    assert merged.as_dict() == one.as_dict()
    values = sorted(round(each.seconds * 1e6) for each in every)
    latency = merged.as_dict()["latency_ms"]
    assert latency["min"] == values[0] / 1000
    for name, place in (("p50", 0.5), ("p99", 0.99), ("p999", 0.999)):
        value = values[int(place * len(values))] / 1000
        assert latency[name] == pytest.approx(value, rel=0.005)


def test_the_histogram_in_the_report_can_be_read_by_others():
    text = tally_of(ended(0.002), ended(0.004)).as_dict()["histogram"]

    read = HdrHistogram.decode(text)
    assert read.get_total_count() == 2
    assert read.get_value_at_percentile(50) == pytest.approx(2_000, rel=0.001)


def test_without_transactions_there_is_no_latency():
    told = tally_of(ended(1.0, FAILED)).as_dict()

    assert told["count"] == 0
    assert set(told["latency_ms"].values()) == {None}
    assert HdrHistogram.decode(told["histogram"]).get_total_count() == 0


@pytest.mark.parametrize(("seconds", "ms"), [(0.0, 0.001), (1e9, 3_600_000)])
def test_no_time_is_too_short_or_too_long(seconds, ms):
    latency = tally_of(ended(seconds)).as_dict()["latency_ms"]

    assert latency["max"] == pytest.approx(ms, rel=0.001)


def test_a_second_ends_before_the_next_one_begins():
    at = [98.0, 98.999, 99.0, 99.999, 100.0, 100.999, 101.0]

    seconds = [second_of(each, measuring_at=100.0) for each in at]

    assert seconds == [-1, -1, 0, 0, 1, 1, 2]


def test_a_ledger_tells_each_transaction_once_by_second_and_kind():
    ledger = Ledger()
    ledger.record(ended(at=9.9))
    ledger.record(ended(at=10.0))
    ledger.record(ended(at=10.5, kind=Kind.SLEV))

    first = ledger.taken(measuring_at=10.0)
    ledger.record(ended(at=10.9))
    second = ledger.taken(measuring_at=10.0)

    def counts(taken):
        return {
            number: {kind: tally.count for kind, tally in tallies.items()}
            for number, tallies in taken.items()
        }

    assert counts(first) == {0: {Kind.NEWORD: 1}, 1: {Kind.NEWORD: 1, Kind.SLEV: 1}}
    assert counts(second) == {1: {Kind.NEWORD: 1}}
    assert ledger.taken(measuring_at=10.0) == {}


def test_kinds_are_added_each_to_its_own():
    total = {Kind.SLEV: tally_of(ended())}

    add_to(total, {Kind.SLEV: tally_of(ended()), Kind.OSTAT: tally_of(ended())})

    assert {kind: tally.count for kind, tally in total.items()} == {
        Kind.SLEV: 2,
        Kind.OSTAT: 1,
    }
