"""What a server reports of its tables is known before they are made."""

import pytest

from benchruns.engines import FAMILIES
from benchruns.workloads.size import Size

# data_length + index_length of one sbtest of sysbench 1.0.20 after ANALYZE, MariaDB 10.11
REPORTED = {
    1: 32_768,
    100: 65_536,
    500: 163_840,
    1_000: 278_528,
    2_000: 524_288,
    3_000: 1_654_784,
    5_000: 1_687_552,
    7_500: 2_768_896,
    10_000: 2_801_664,
    11_500: 2_818_048,
    11_680: 3_866_624,  # all leaves full: one more is begun
    15_000: 3_915_776,
    16_300: 3_932_160,
    16_352: 4_980_736,
    25_000: 6_144_000,
    50_000: 13_664_256,
    100_000: 24_182_784,
    250_000: 61_964_288,
    500_000: 120_733_696,
}


@pytest.mark.parametrize("rows", REPORTED)
def test_innodb_takes_pages_first_and_extents_then(rows):
    size = Size(rows=4 * rows, tables=4, storage="sbtest")

    told = size.reported_bytes(FAMILIES["mysql"]) / 4

    assert told == pytest.approx(REPORTED[rows], rel=0.1 if rows < 2_000 else 0.01)


def test_what_is_held_grows_where_what_is_taken_does_not():
    family = FAMILIES["mysql"]
    few, more = (Size(rows=n, tables=1, storage="sbtest") for n in (3_000, 5_000))

    taken = [each.reported_bytes(family) for each in (few, more)]
    held = [each.data_bytes(family) for each in (few, more)]
    assert taken[1] / taken[0] < 1.03
    assert held[1] / held[0] > 1.6
