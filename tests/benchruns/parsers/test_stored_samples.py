"""Samples as they are stored: packed, exact, and read only when they are asked for."""

import json

from hypothesis import given
from hypothesis import strategies as st

from benchruns.figures.metrics import Interval
from benchruns.parsers.stored.samples import StoredSamples, packed

NUMBERS = st.none() | st.floats(allow_nan=False, allow_infinity=False)
INTERVALS = st.builds(
    Interval,
    second=st.integers(0, 10**9),
    threads=st.none() | st.integers(1, 10**6),
    tps=NUMBERS,
    latency_ms=NUMBERS,
    percentile=st.sampled_from([None, 95.0, 99.0]),
)


@given(st.lists(INTERVALS, max_size=30), st.slices(30))
def test_what_is_stored_comes_back_exactly(samples, part):
    stored = StoredSamples(json.loads(json.dumps(packed(samples))))

    assert list(stored) == samples
    assert stored == tuple(samples)
    assert stored[part] == tuple(samples[part])
    assert all(stored[place] == each for place, each in enumerate(samples))
    assert all(type(each.second) is int for each in stored)


def test_a_day_of_seconds_is_small():
    samples = [
        Interval(second=n, threads=8, tps=100 + n % 97, latency_ms=4.0, percentile=95.0)
        for n in range(86_400)
    ]

    stored = packed(samples)

    assert len(json.dumps(stored)) < 1_000_000
    assert stored["percentile"] == [95.0]
    assert StoredSamples(stored)[-1] == samples[-1]
