"""How far a class is from what is needed, in times and in percent."""

import pytest

from portal.wording.needs.reasons import percent, times_text


@pytest.mark.parametrize(
    ("share", "told"),
    [
        (0.004, "less than 1"),
        (0.9999, "99"),
        (0.948, "95"),
        (1.0, "100"),
        (1.15, "115"),
        (2.797, "280"),
        (12.5, "1,250"),
    ],
)
def test_what_is_not_reached_is_no_hundred_percent(share, told):
    assert percent(share) == told


def test_times_and_percent_say_the_same():
    assert times_text(2.797) == "2.80 times what is needed"
