"""Regimes from recorded counters, and from planted ones at each threshold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.evidence import regime
from benchruns.evidence.regime import Counted, judge
from tests.benchruns.evidence.regime.counted import EPSILON, innodb, postgresql

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


# Of SQL Server ----------------------------------------------------------------------


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
