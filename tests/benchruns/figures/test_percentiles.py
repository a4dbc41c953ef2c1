import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.figures.percentiles import percentile

HISTOGRAMS = st.lists(
    st.tuples(st.floats(0.001, 100_000), st.integers(0, 10_000)), min_size=1
).filter(lambda buckets: any(count for _value, count in buckets))


def test_the_percentile_is_the_value_of_the_bucket_that_holds_it():
    histogram = [(1.0, 90), (2.0, 9), (50.0, 1)]

    assert percentile(histogram, 50) == 1.0
    assert percentile(histogram, 90) == 1.0
    assert percentile(histogram, 95) == 2.0
    assert percentile(histogram, 99.9) == 50.0


def test_one_event_is_every_percentile():
    assert percentile([(3.0, 1)], 0.1) == 3.0
    assert percentile([(3.0, 1)], 100) == 3.0


@pytest.mark.parametrize("p", [0, -1, 100.1, float("nan")])
def test_a_percentile_off_the_scale_is_refused(p):
    with pytest.raises(ValueError, match="percentile"):
        percentile([(1.0, 1)], p)


@pytest.mark.parametrize("histogram", [[], [(1.0, 0)]])
def test_a_histogram_without_events_is_refused(histogram):
    with pytest.raises(ValueError, match="without events"):
        percentile(histogram, 50)


@given(HISTOGRAMS, st.floats(0.1, 100), st.floats(0.1, 100))
def test_a_higher_percentile_is_never_a_lower_value(histogram, one, other):
    low, high = sorted((one, other))

    assert percentile(histogram, low) <= percentile(histogram, high)
