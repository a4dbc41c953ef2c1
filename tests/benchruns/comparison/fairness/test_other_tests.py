"""When rows are different tests, and when they are one test of different servers."""

import pytest

from benchruns.comparison.fairness import Context, other_tests
from benchruns.units import GB

ONE = {
    "workload": "oltp_read_write",
    "duration_s": 60,
    "data_bytes": 20.0 * GB,
    "memory_gb": 32.0,
}


def found(intended=frozenset(), **other):
    return other_tests(
        [Context(id="1", **ONE), Context(id="2", **ONE | other)], intended
    )


@pytest.mark.parametrize(
    ("other", "codes"),
    [
        ({}, []),
        ({"workload": "oltp_legacy"}, ["workload"]),
        ({"workload": None}, []),
        ({"duration_s": 240}, []),
        ({"duration_s": 241}, ["duration"]),
        ({"duration_s": 14}, ["duration"]),
        ({"duration_s": None}, []),
        ({"data_bytes": 40.0 * GB}, []),
        ({"data_bytes": 41.0 * GB}, ["data_size"]),
        ({"data_bytes": None}, []),
        # the same data on a class that it does not fit, on one that it fits too, and
        # data that grew with the class
        ({"memory_gb": 4.0}, ["data_size"]),
        ({"memory_gb": 128.0}, []),
        ({"memory_gb": 17.0}, []),
        ({"memory_gb": 128.0, "data_bytes": 80.0 * GB}, []),
        ({"workload": "oltp_legacy", "duration_s": 3600}, ["workload", "duration"]),
    ],
)
def test_what_makes_another_test(other, codes):
    assert found(**other) == codes


def test_a_regime_that_the_size_of_the_data_was_for_is_said_before_it():
    cached = Context(id="1", **ONE, regime="cached")
    larger = ONE | {"data_bytes": 80.0 * GB}
    disk_io = Context(id="2", **larger, regime="disk_io")
    labelled = Context(id="2", **ONE, regime="disk_io")

    assert other_tests([cached, disk_io], frozenset()) == ["regime", "data_size"]
    assert other_tests([cached, labelled], frozenset()) == []


def test_sizes_of_one_family_are_another_test_beyond_twice_the_share_of_memory():
    sizes = frozenset({"size"})

    assert found(sizes, memory_gb=16.0) == []
    assert found(sizes, memory_gb=128.0) == []  # it fits both
    assert found(sizes, memory_gb=4.0) == ["data_size"]
    assert found(sizes, memory_gb=4.0, duration_s=300) == ["duration", "data_size"]


def test_of_several_sizes_of_one_family_each_is_held_beside_the_next():
    small, middle, large = (
        Context(id=str(memory), **ONE | {"memory_gb": memory})
        for memory in (8.0, 16.0, 32.0)
    )
    sizes = frozenset({"size"})

    assert other_tests([large, small, middle], sizes) == []
    assert other_tests([large, small], sizes) == ["data_size"]
    assert other_tests([large, small, middle], frozenset()) == ["data_size"]


def test_the_buffer_decides_where_both_are_known():
    one = Context(id="1", **ONE, buffer_bytes=10 * GB)
    other = Context(id="2", **ONE | {"data_bytes": 50.0 * GB}, buffer_bytes=25 * GB)

    assert other_tests([one, other], frozenset()) == []
