"""Whose reads count for a regime, how long they took, and which are too few."""

import pytest

from benchruns.evidence import regime
from benchruns.sentences.verdicts import regime_note
from tests.benchruns.evidence.regime.counted import EPSILON, innodb, postgresql


def shared(*, misses=500_000, time_us, **shares):
    """``own`` and ``whole``: what processes or machine read, over what was missed."""
    names = {"own": "own_read_bytes", "whole": "disk_read_bytes"}
    read = {
        names[name]: share * misses * regime.PAGE_BYTES
        for name, share in shares.items()
        if name in names
    }
    rest = {name: value for name, value in shares.items() if name not in names}
    return postgresql(
        misses=misses, read_time_ms=misses * time_us / 1000, **read, **rest
    )


@pytest.mark.parametrize(
    ("share", "time_us", "expected"),
    [
        (0.0001, 28.2, "os_cache"),  # a reader that waits for a CPU
        (regime.FEW_FROM_DISK - EPSILON, 500, "os_cache"),
        (regime.FEW_FROM_DISK, 500, "mixed"),
        (regime.MANY_FROM_DISK - EPSILON, 500, "mixed"),
        (regime.MANY_FROM_DISK, 500, "disk_io"),
        (regime.MANY_FROM_DISK, regime.OS_CACHE_US, "disk_io"),
        (3, regime.OS_CACHE_US - EPSILON, "os_cache"),  # other files of the server
        (0.71, 52.0, "disk_io"),
    ],
)
def test_what_the_servers_processes_read_from_disks_corrects_the_time(
    share, time_us, expected
):
    told = shared(own=share, time_us=time_us)

    assert told["verdict"] == expected
    assert told["evidence"]["disk_share"] == pytest.approx(share, abs=1e-3)


@pytest.mark.parametrize(
    ("method", "time_us", "whole", "expected"),
    [
        ("worker", 166.0, 0.0005, "os_cache"),
        ("worker", 166.0, 0.61, "unknown"),  # what others read from these disks
        ("worker", 166.0, 6.06, "unknown"),
        ("sync", 20.0, 0.61, "unknown"),
        ("sync", 99.0, 0.61, "disk_io"),  # its own time says so
        ("sync", 99.0, 0.0005, "os_cache"),
    ],
)
def test_what_the_machine_read_proves_that_the_server_did_not_and_never_that_it_did(
    method, time_us, whole, expected
):
    told = shared(whole=whole, time_us=time_us, io_method=method)

    assert told["verdict"] == expected


def test_the_servers_own_reads_count_before_those_of_its_machine():
    told = shared(own=0.0005, whole=6.06, time_us=166.0, io_method="worker")

    assert told["verdict"] == "os_cache"
    assert told["evidence"]["machine_disk_share"] == pytest.approx(6.06)


# PostgreSQL 18, 64 threads on 2 CPUs: us a read from the page cache, by io_method
@pytest.mark.parametrize(
    ("method", "time_us", "expected"),
    [
        ("worker", 166.0, "unknown"),
        ("worker", 93.0, "unknown"),
        ("worker", 5.0, "os_cache"),
        ("io_uring", 50.0, "unknown"),
        ("sync", 7.3, "unknown"),
        ("sync", 5.9, "os_cache"),
        ("sync", 99.0, "disk_io"),  # from a disk, past the page cache
    ],
)
def test_a_read_that_another_process_did_is_no_disks_for_its_time(
    method, time_us, expected
):
    told = postgresql(misses=130_000, read_time_ms=130 * time_us, io_method=method)

    assert told["verdict"] == expected


def test_the_grant_that_would_help_is_named_where_there_is_one():
    facts = {"misses": 130_000, "read_time_ms": 130 * 20, "io_method": "worker"}
    here = postgresql(**facts, asks_for="pg_read_all_settings")
    elsewhere = postgresql(**facts)

    assert "With pg_read_all_settings" in regime_note(here["evidence"])
    assert "With pg_read" not in regime_note(elsewhere["evidence"])


# PostgreSQL 12, 5 s, 100,000 rows in a buffer of 256 MB: indexes are made past it
WRITING = {"requests": 7_751, "misses": 252, "read_time_ms": 4.0}
IN_BUFFER = {"data_bytes": 26_902_528, "buffer_bytes": 268_435_456}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "cached"),
        ({"disk_read_bytes": 5_000_000}, "cached"),  # what others read meanwhile
        ({"is_timed": False, "session_seconds": 100}, "cached"),
        ({"is_timed": False, "session_seconds": 10}, "unknown"),
        ({"read_time_ms": 400}, "disk_io"),  # from a cold disk
        ({"data_bytes": 250_000_000}, "unknown"),
        ({"misses": 4_000}, "os_cache"),  # more than once each
        ({"session_seconds": None}, "unknown"),
    ],
)
def test_pages_that_were_read_once_into_a_buffer_with_room_are_cached(
    changes, expected
):
    known = WRITING | IN_BUFFER | {"session_seconds": 10.0}

    assert postgresql(**(known | changes))["verdict"] == expected


# MySQL 9.7, 4 threads, 56 TPS for 4 s after another load: what else the server reads
SLOW = {"transactions": 225, "misses": 77, "requests": 33_597, "session_seconds": 16.0}
FITTING = {"data_bytes": 7_864_320, "buffer_bytes": 67_108_864}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "cached"),
        ({"requests": 10_000}, "cached"),  # 0.5 % of the time, if the disk is slow
        ({"misses": 200}, "disk_io"),  # 1.25 %
        # 99.2 % hits
        ({"requests": 10_000, "buffer_bytes": 8_000_000}, "disk_io"),
        ({"requests": 10_000, "data_bytes": 1_000_000}, "disk_io"),  # more than once
        ({"requests": 10_000, "data_bytes": None}, "disk_io"),
    ],
)
def test_a_slow_load_is_not_of_the_disk_for_the_few_reads_of_others(changes, expected):
    assert innodb(**(SLOW | FITTING | changes))["verdict"] == expected


# MariaDB 10.11, 16 threads for 60 s at 763 TPS on a busy machine, more data than buffer
HARDLY_READING = {
    "transactions": 45_820,
    "misses": 2_612,
    "requests": 4_100_000,
    "session_seconds": 960.0,
    "data_bytes": 354_000_000,
    "buffer_bytes": 268_435_456,
}


@pytest.mark.parametrize(
    ("changes", "expected", "reason"),
    [
        ({}, "cached", "next_to_no_time"),
        ({"flush_method": "fsync"}, "cached", "next_to_no_time"),
        ({"misses": 10_000}, "mixed", "brief_reads"),
        ({"misses": 10_000, "flush_method": "fsync"}, "unknown", "reads_untold"),
        ({"session_seconds": 55.0}, "mixed", "brief_reads"),
        ({"session_seconds": 52.0}, "disk_io", "reads"),
        # one reads while many wait for it
        ({"requests": 500_000}, "disk_io", "reads"),
        # of their time the sessions waited for a rate
        ({"is_paced": True}, "disk_io", "reads"),
        ({"session_seconds": None}, "disk_io", "reads"),
    ],
)
def test_a_load_that_hardly_reads_is_not_of_the_disk(changes, expected, reason):
    told = innodb(**(HARDLY_READING | changes))

    assert (told["verdict"], told["evidence"]["reason"]) == (expected, reason)


def test_what_reading_took_at_most_is_said_where_it_decides():
    cached = innodb(**HARDLY_READING)["evidence"]
    mixed = innodb(**(HARDLY_READING | {"misses": 10_000}))["evidence"]

    assert "at most 0.27 % of the sessions' time" in regime_note(cached)
    assert "at most 1.04 % of the sessions' time" in regime_note(mixed)


def test_no_wait_is_told_of_that_no_counter_showed():
    assert "wait" not in regime_note(innodb(misses=50_000)["evidence"])
    assert "wait" not in regime_note(innodb(misses=200)["evidence"])
