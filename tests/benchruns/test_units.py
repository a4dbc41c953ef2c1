"""Sizes of data as sentences say them."""

import pytest

from benchruns.units import GB, data_text


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0 kB"),
        (24 * 2**10, "24 kB"),
        (0.0239 * GB, "24.5 MB"),
        (GB / 10, "0.1 GB"),
        (1.5 * GB, "1.5 GB"),
        (1234.4 * GB, "1,234 GB"),
    ],
)
def test_less_than_a_tenth_of_a_gb_is_in_mb(size, text):
    """ "0.0239 GB of data" stood for a small table."""
    assert data_text(size) == text


def test_an_estimate_has_the_digits_that_count():
    assert data_text(23.4 * GB, digits=2) == "23 GB"
