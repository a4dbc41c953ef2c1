"""Bands of durations."""

from itertools import pairwise

from benchruns.figures.alike import MOST_LONGER
from benchruns.figures.durations import ENDS, NOT_KNOWN, band_of


def test_a_band_holds_no_different_tests():
    assert all(end <= MOST_LONGER * start for start, end in pairwise(ENDS))
    usual = (30, 60, 120, 300, 600, 1200, 1800, 3600)
    assert [band_of(each) for each in usual] == [1, 2, 2, 3, 3, 4, 4, 5]
    assert (band_of(None), band_of(0)) == (NOT_KNOWN, 1)
