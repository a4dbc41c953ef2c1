"""Sizes of data and changes of figures as sentences say them."""

import pytest

from benchruns.units import GB, change_text, data_text


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


@pytest.mark.parametrize(
    ("percent", "sure", "doubted"),
    [
        (86.54, "+86.5 %", "+87 %"),
        (-33.4, "−33.4 %", "−33 %"),
        (0.4, "+0.4 %", "0 %"),
        (-0.04, "0.0 %", "0 %"),
        (199.9, "+199.9 %", "+200 %"),
        (200.0, "3 times", "3 times"),
        (202.0, "3.0 times", "3.0 times"),
        (1233.3, "13.3 times", "13.3 times"),
        (123_456.0, "1,236 times", "1,236 times"),
    ],
)
def test_a_change_is_told_in_percent_whole_of_what_is_in_doubt_or_in_times(
    percent, sure, doubted
):
    """ "+1,233 %" has to be reckoned to be understood, and decimals say it is sure."""
    assert change_text(percent) == sure
    assert change_text(percent, is_doubted=True) == doubted
