"""Regimes from counters: recorded ones, and planted ones at each threshold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.evidence import regime
from benchruns.evidence.regime import Counted, judge, regime_of
from benchruns.sentences.verdicts import regime_note

EPSILON = 1e-6


def innodb(**changes):
    known = {
        "through_os_cache": False,
        "transactions": 10_000,
        "flush_method": "O_DIRECT",
    }
    return judge(Counted(**(known | {"requests": 1_500_000} | changes)))


def postgresql(**changes):
    known = {"through_os_cache": True, "transactions": 10_000, "is_timed": True}
    return judge(Counted(**(known | {"requests": 1_000_000} | changes)))


# Recorded --------------------------------------------------------------------------

# MariaDB 10.11, 10 tables of 400,000 rows, 4 threads, 60 s: pool, TPS, hits %, reads a transaction
RECORDED_INNODB = [
    ("64M read_only uniform", 982, 0.711, 18.9, "disk_io"),
    ("64M read_only special", 1743, 0.937, 4.15, "disk_io"),
    ("256M read_only special", 2385, 0.975, 1.67, "disk_io"),
    ("4G read_only uniform", 3759, 0.99999, 0.0, "cached"),
    ("4G read_only special", 4058, 1.0, 0.0, "cached"),
    ("64M point_select uniform", 20945, 0.678, 0.97, "disk_io"),
    ("4G point_select uniform", 76036, 1.0, 0.0, "cached"),
]


@pytest.mark.parametrize(
    ("tps", "hit_ratio", "reads", "expected"),
    [case[1:] for case in RECORDED_INNODB],
    ids=[case[0] for case in RECORDED_INNODB],
)
def test_recorded_counters_of_mariadb(tps, hit_ratio, reads, expected):
    transactions = tps * 60
    misses = reads * transactions
    requests = misses / (1 - hit_ratio) if hit_ratio < 1 else 1e9

    told = innodb(
        transactions=transactions,
        misses=misses,
        requests=requests,
        session_seconds=4 * 60,
    )

    assert told["verdict"] == expected


# PostgreSQL 15: hits %, us a read
RECORDED_POSTGRESQL = [
    ("16MB, page cache", 0.434, 1.1, "os_cache"),
    ("64MB, page cache", 0.490, 1.1, "os_cache"),
    ("4GB", 0.99999, 1.1, "cached"),
    ("16MB, caches dropped before", 0.434, 7.8, "unknown"),
    ("2MB, page cache, read/write, busy CPUs", 0.933, 4.65, "os_cache"),
    ("256MB, page cache, pgbench read/write, no CPU idle", 0.981, 28.2, "unknown"),
    ("1MB, caches dropped all the time", 0.43, 52.0, "disk_io"),
    ("256MB, write only, new pages count", 0.99888, 0.99, "cached"),
]


@pytest.mark.parametrize(
    ("hit_ratio", "time_us", "expected"),
    [case[1:] for case in RECORDED_POSTGRESQL],
    ids=[case[0] for case in RECORDED_POSTGRESQL],
)
def test_recorded_counters_of_postgresql(hit_ratio, time_us, expected):
    misses = 1_000_000 * (1 - hit_ratio)

    told = postgresql(misses=misses, read_time_ms=misses * time_us / 1000)

    assert told["verdict"] == expected


# Planted ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reads", "expected"),
    [
        (0, "cached"),
        (regime.CACHED_READS - EPSILON, "cached"),
        (regime.CACHED_READS, "mixed"),
        (regime.DISK_READS, "mixed"),
        (regime.DISK_READS + EPSILON, "disk_io"),
        (20, "disk_io"),
    ],
)
def test_innodb_at_each_threshold(reads, expected):
    assert innodb(misses=reads * 10_000)["verdict"] == expected


@pytest.mark.parametrize(
    ("miss_share", "time_us", "expected"),
    [
        (0, 0, "cached"),
        (regime.CACHED_MISSES - EPSILON, 500, "cached"),
        (regime.CACHED_MISSES, 500, "disk_io"),
        (0.5, regime.OS_CACHE_US - EPSILON, "os_cache"),
        (0.5, regime.OS_CACHE_US, "unknown"),
        (0.5, regime.DISK_US - EPSILON, "unknown"),
        (0.5, regime.DISK_US, "disk_io"),
    ],
)
def test_postgresql_at_each_threshold(miss_share, time_us, expected):
    misses = 1_000_000 * miss_share

    told = postgresql(misses=misses, read_time_ms=misses * time_us / 1000)

    assert told["verdict"] == expected


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


@given(share=st.floats(0.001, 1.0))
def test_the_hit_ratio_alone_never_decides_for_innodb(share):
    """The same reads a transaction, whatever share of the requests they are."""
    told = innodb(misses=5_000, requests=5_000 / share, session_seconds=100)

    assert told["verdict"] == "disk_io"


@given(
    misses=st.floats(0, 1e6),
    more=st.floats(0, 1e6),
    time_us=st.floats(0, 1000),
)
def test_more_misses_never_look_more_cached(misses, more, time_us):
    order = ["cached", "os_cache", "unknown", "disk_io"]

    def rank(count):
        told = postgresql(misses=count, read_time_ms=count * time_us / 1000)
        return order.index(told["verdict"])

    # the same time a read to the last digit is not kept by the division
    if (
        abs(time_us - regime.OS_CACHE_US) > 0.01
        and abs(time_us - regime.DISK_US) > 0.01
    ):
        assert rank(misses) <= rank(min(misses + more, 1e6))


# What nobody can say ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("reads", "expected"),
    [
        (0.01 - EPSILON, "cached"),
        (0.01, "mixed"),
        (0.05, "mixed"),
        (0.05 + EPSILON, "disk_io"),
    ],
)
def test_sql_server_at_each_threshold(reads, expected):
    told = judge(
        Counted(
            through_os_cache=False,
            transactions=10_000,
            requests=9_000_000,
            misses=reads * 10_000,
        )
    )

    assert told["verdict"] == expected
    assert told["evidence"]["thresholds"] == {
        "cached_below_reads_per_transaction": 0.01,
        "disk_io_above_reads_per_transaction": 0.05,
        "share_decides_above_hit_ratio": 0.995,
        "cached_below_reading_share": 0.01,
        "disk_io_from_reading_share": 0.05,
    }


def test_sql_server_whose_counters_may_not_be_seen_is_unknown():
    told = judge(Counted(through_os_cache=False, transactions=10_000))

    assert told["verdict"] == "unknown"


def test_misses_without_timing_are_unknown_on_postgresql():
    told = postgresql(misses=500_000, read_time_ms=0.0, is_timed=False)

    assert told["verdict"] == "unknown"
    assert told["evidence"]["read_time_us"] is None
    assert "track_io_timing" in regime_note(told["evidence"])


def test_no_misses_need_no_timing():
    assert postgresql(misses=0, read_time_ms=0.0, is_timed=False)["verdict"] == "cached"


@pytest.mark.parametrize("method", ["fsync", "O_DSYNC", ""])
def test_misses_through_the_page_cache_are_unknown_on_innodb(method):
    assert innodb(misses=50_000, flush_method=method)["verdict"] == "unknown"
    assert innodb(misses=0, flush_method=method)["verdict"] == "cached"


@pytest.mark.parametrize("method", [*sorted(regime.DIRECT_METHODS), None])
def test_direct_reads_are_the_disks(method):
    assert innodb(misses=50_000, flush_method=method)["verdict"] == "disk_io"


@pytest.mark.parametrize(
    "changes",
    [
        {"misses": None},
        {"misses": 5, "requests": None},
        {"misses": 5, "is_reset": True},
        {"misses": 0, "requests": 0, "transactions": 0},
    ],
)
@pytest.mark.parametrize("of", [innodb, postgresql])
def test_lost_or_reset_counters_are_unknown(of, changes):
    assert of(**changes)["verdict"] == "unknown"


def test_a_reset_is_told_as_the_reason():
    assert "reset" in regime_note(innodb(misses=5, is_reset=True)["evidence"])


def test_a_result_states_no_unknown_regime():
    assert regime_of("unknown") is None
    assert regime_of(None) is None
    assert regime_of("os_cache") == "os_cache"


def test_the_evidence_holds_every_number():
    told = innodb(misses=1_500, data_bytes=1000, buffer_bytes=400)

    assert told["evidence"] == {
        "data_bytes": 1000,
        "buffer_bytes": 400,
        "asks_for": "",
        "io_method": None,
        "reading_share": None,
        "data_over_buffer": 2.5,
        "hit_ratio": 0.999,
        "reads_per_transaction": 0.15,
        "read_time_us": None,
        "disk_share": None,
        "machine_disk_share": None,
        "buffer_requests": 1_500_000,
        "physical_reads": 1_500,
        "transactions": 10_000,
        "flush_method": "O_DIRECT",
        "thresholds": {
            "cached_below_reads_per_transaction": 0.01,
            "disk_io_above_reads_per_transaction": 0.05,
            "share_decides_above_hit_ratio": 0.995,
            "cached_below_reading_share": 0.01,
            "disk_io_from_reading_share": 0.05,
        },
        "reason": "reads",
    }
