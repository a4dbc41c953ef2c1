"""Regimes of whole runs on real servers, where memory and data are chosen."""

from contextlib import contextmanager

import pytest

from benchruns.evidence import regime
from benchruns.models import Run
from tests.examples import few_or
from tests.servers.programs import mysql_engine
from tests.targets import FULL, endpoint_of, queue
from tests.workers import accounts, own_servers
from tests.workers.evidence.cold_caches import (
    caches_kept_cold,
    pages_can_be_dropped,
    read_from_disk,
)
from workers.runs import executor

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]

# Of 24 MiB MySQL 9 takes half for itself.
IS_SMALL_ENOUGH = mysql_engine() == "mariadb"
POOL_MIB = few_or(64, few=24 if IS_SMALL_ENOUGH else 64)
# A third of the pool; and fifteen times as much as it holds, or more than three times.
SMALL = {"tables": 2, "table_size": few_or(40_000, few=16_000)}
LARGE = {
    "tables": 4,
    "table_size": few_or(1_050_000, few=100_000 if IS_SMALL_ENOUGH else 260_000),
}
LOAD_SECONDS = few_or(3, few=2)


@pytest.fixture(scope="module")
def small_mariadb(disk_folder):
    with own_servers.mariadb(
        disk_folder,
        f"--innodb-buffer-pool-size={POOL_MIB}M",
        # As many pages as so small a pool has would be freed in advance.
        "--innodb-lru-scan-depth=100",
        "--innodb-flush-method=O_DIRECT",
        "--innodb-flush-log-at-trx-commit=0",
        "--innodb-doublewrite=0",
    ) as target:
        yield target


@pytest.fixture(scope="module")
def small_postgresql(disk_folder):
    """So small a buffer that it misses nearly everything."""
    with own_servers.postgresql(disk_folder, "shared_buffers=1MB") as target:
        yield target


def carry_out(target, workload="oltp_read_only", **parameters) -> Run:
    run = queue(endpoint_of(target), workload, threads=4, **parameters)
    executor.execute(run.id)
    run.refresh_from_db()
    assert run.state == "succeeded", run.failure_detail
    return run


def told(run: Run) -> dict:
    return run.attempts.get().evidence["regime"]


def test_far_more_than_the_pool_holds_is_disk_io(small_mariadb):
    run = carry_out(small_mariadb, duration_seconds=few_or(4, few=2), **LARGE)

    evidence = told(run)["evidence"]
    assert told(run)["verdict"] == "disk_io"
    assert run.result.regime == "disk_io"
    assert evidence["data_bytes"] > few_or(950_000_000, few=85_000_000)
    assert evidence["data_over_buffer"] > few_or(14, few=3)
    assert evidence["reads_per_transaction"] > 1
    assert evidence["hit_ratio"] < 0.99
    assert all(c.values["physical_reads_per_s"] > 0 for c in run.counters.all())


@pytest.mark.long
def test_what_the_pool_holds_with_room_is_cached(small_mariadb):
    run = carry_out(
        small_mariadb, "oltp_read_write", warmup_seconds=2, duration_seconds=4, **SMALL
    )

    assert told(run)["verdict"] == "cached"
    assert run.result.regime == "cached"
    evidence = told(run)["evidence"]  # MySQL reads what is not of the load, seldom
    assert evidence["reads_per_transaction"] < 0.01 or evidence["reading_share"] < 0.01
    # those reads among the few pages of a gentle load
    assert run.counters.last().values["buffer_hit_percent"] > 99.5


def test_a_regime_that_was_not_expected_is_a_finding(small_mariadb):
    run = queue(endpoint_of(small_mariadb), duration_seconds=2, **SMALL)
    Run.objects.filter(pk=run.pk).update(expected_regime="disk_io")
    executor.execute(run.id)

    run.refresh_from_db()
    assert {f["code"] for f in run.result.findings} >= {"regime_differs", "same_host"}


@pytest.mark.parametrize(
    "workload",
    few_or(["oltp_read_write", "oltp_write_only"], few=["oltp_write_only"]),
)
def test_data_in_shared_buffers_is_cached(postgres_target, workload):
    """The load's first seconds touch the index that was made past the buffer."""
    run = carry_out(
        postgres_target,
        workload,
        warmup_seconds=few_or(2, few=1),
        duration_seconds=2,
        **(SMALL | FULL),
    )

    assert told(run)["verdict"] == "cached"
    assert told(run)["evidence"]["hit_ratio"] > 0.995
    assert told(run)["evidence"]["table_requests"] > 0


@pytest.mark.long
def test_misses_that_the_page_cache_serves_are_os_cache(small_postgresql):
    """So many that what others read from the disk meanwhile is little beside them."""
    run = carry_out(small_postgresql, duration_seconds=LOAD_SECONDS, **(SMALL | FULL))

    assert told(run)["verdict"] == "os_cache"
    assert run.result.regime == "os_cache"
    assert told(run)["evidence"]["read_time_us"] > 0
    assert told(run)["evidence"]["disk_share"] is not None


@pytest.mark.long
def test_what_others_read_from_the_disk_is_not_the_servers(
    small_postgresql, disk_folder
):
    if not pages_can_be_dropped(disk_folder):
        pytest.skip("the file system of the tests keeps its pages in memory")

    with read_from_disk(disk_folder / "others"):
        run = carry_out(
            small_postgresql, duration_seconds=LOAD_SECONDS, **(SMALL | FULL)
        )

    assert told(run)["verdict"] == "os_cache", told(run)
    assert told(run)["evidence"]["machine_disk_share"] > regime.FEW_FROM_DISK
    assert told(run)["evidence"]["disk_share"] < regime.FEW_FROM_DISK


@pytest.mark.long
def test_readers_that_wait_for_a_cpu_do_not_pass_for_a_disk(small_postgresql):
    many = SMALL | FULL | {"threads": 32}
    run = queue(endpoint_of(small_postgresql), duration_seconds=LOAD_SECONDS, **many)
    executor.execute(run.id)

    assert told(run)["verdict"] == "os_cache", told(run)


@contextmanager
def untimed(target):
    """The account's sessions do not time what they read, until the block ends."""
    role = f"ALTER ROLE {target.username}"
    accounts.execute(target, f"{role} SET track_io_timing = off")
    try:
        yield
    finally:
        accounts.execute(target, f"{role} RESET track_io_timing")


@pytest.mark.long
def test_misses_without_timing_are_unknown(small_postgresql):
    with untimed(small_postgresql):
        run = carry_out(small_postgresql, duration_seconds=2, **SMALL)

    assert told(run)["verdict"] == "unknown"
    assert run.result.regime is None


@pytest.mark.long
def test_misses_that_the_disk_serves_are_disk_io(small_postgresql, disk_folder):
    data = own_servers.home_of(disk_folder, small_postgresql.port)
    if not pages_can_be_dropped(data):
        pytest.skip("the file system of the tests keeps its pages in memory")

    with caches_kept_cold(data):
        run = carry_out(
            small_postgresql, tables=2, table_size=60_000, duration_seconds=3
        )

    assert told(run)["verdict"] == "disk_io"
    assert told(run)["evidence"]["disk_share"] >= 0.2
