"""Runs whose limit and regime are known, since they were made: what do the verdicts say?

``python -m tests.servers.verdicts`` carries them out and counts; as a test each fails
where the verdict is wrong. "unclear" and "unknown" are right only where nothing else
could be known.
"""

import os

import pytest

from benchruns.models import Run
from tests import machine
from tests.servers.conftest import FAMILY
from tests.slow_way import slow_way
from tests.targets import FULL, endpoint_of, queue
from tests.workers import accounts, own_servers
from tests.workers.evidence.cold_caches import caches_kept_cold
from tests.workers.evidence.planted_limits import held_up, on_a_busy_core
from tests.workers.evidence.slow_disk import on_a_slow_disk
from workers.runs import executor

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]

TIMES = int(os.environ.get("BENCHBOOK_TEST_TIMES", "5"))
SMALL = {"tables": 2, "table_size": 16_000}
SOME = {"tables": 2, "table_size": 60_000}
LARGE = {"tables": 4, "table_size": 260_000}
# What the pool lacks is asked for by two or three statements in a hundred.
MOSTLY_HELD = {"tables": 2, "table_size": 440_000, "warmup_seconds": 3}
ONE_ON_DISK_IN = 9
MEASURED = {"duration_seconds": 4, **FULL}

again = pytest.mark.parametrize("time", range(TIMES))
of_mysql = pytest.mark.skipif(FAMILY != "mysql", reason="of InnoDB alone")
of_postgresql = pytest.mark.skipif(FAMILY != "postgresql", reason="of PostgreSQL alone")


def carry_out(target, workload="oltp_read_only", **parameters) -> Run:
    run = queue(endpoint_of(target), workload, **parameters)
    executor.execute(run.id)
    run.refresh_from_db()
    assert run.state == "succeeded", run.failure_detail
    return run


def limit_of(run: Run) -> tuple[str, str]:
    told = run.attempts.get().evidence["bottleneck"]
    return told["verdict"], told["reason"]


def regime_of(run: Run) -> str:
    return str(run.attempts.get().evidence["regime"]["verdict"])


# What limits -------------------------------------------------------------------------


@again
def test_starved_client(target, time):
    with on_a_busy_core():
        run = carry_out(target, threads=4, **MEASURED)

    assert limit_of(run)[0] == "client"


@again
def test_slow_way_one_thread(target, time):
    with slow_way(target, delay_ms=20) as far:
        run = carry_out(far, threads=1, **MEASURED)

    assert limit_of(run)[0] == "latency"


@again
def test_slow_way_many_threads(target, time):
    with slow_way(target, delay_ms=20) as far:
        run = carry_out(far, threads=8, **MEASURED)

    assert limit_of(run)[0] == "latency"


@again
def test_locked_row(target, time):
    run = carry_out(target, "hot_row_update", threads=16, duration_seconds=4)

    watched = run.attempts.get().evidence["bottleneck"]["evidence"]
    assert (limit_of(run)[0], watched["longest_wait"]) == ("server", "row_lock")


@again
def test_slow_server(target, time):
    machine.ask_for_all_cpus()
    with held_up(target):
        run = carry_out(target, "oltp_read_write", threads=8, **MEASURED)

    assert limit_of(run)[0] == "server"


@again
@of_mysql
def test_slow_disk(direct_mysql, disk_folder, time):
    with on_a_slow_disk(direct_mysql, disk_folder, reads_per_second=1_000):
        run = carry_out(direct_mysql, threads=4, **MEASURED, **LARGE)

    assert (limit_of(run)[0], regime_of(run)) == ("server", "disk_io")


@again
@of_postgresql
def test_slow_disk_of_postgresql(small_postgresql, disk_folder, time):
    data = own_servers.home_of(disk_folder, small_postgresql.port)
    slow_disk = on_a_slow_disk(small_postgresql, disk_folder, reads_per_second=500)
    with caches_kept_cold(data), slow_disk:
        run = carry_out(small_postgresql, threads=4, **MEASURED, **SOME)

    watched = run.attempts.get().evidence["bottleneck"]["evidence"]
    assert (limit_of(run)[0], regime_of(run)) == ("server", "disk_io")
    assert watched["longest_wait"] == "data_read"


@again
def test_rate_kept(target, time):
    run = carry_out(target, rate=5, threads=2, duration_seconds=4)

    assert limit_of(run) == ("unclear", "rate")


@again
def test_rate_missed(target, time):
    run = carry_out(target, rate=20_000, threads=1, duration_seconds=4)

    assert limit_of(run)[1] != "rate"
    assert "rate_not_reached" in {each["code"] for each in run.result.findings}


# Where the data came from --------------------------------------------------------------


@again
def test_cached(target, time):
    run = carry_out(target, threads=4, warmup_seconds=1, **MEASURED, **SMALL)

    assert regime_of(run) == "cached"


@again
@of_mysql
def test_disk_direct(direct_mysql, time):
    run = carry_out(direct_mysql, threads=4, **MEASURED, **LARGE)

    assert regime_of(run) == "disk_io"


@again
@of_mysql
def test_system_cache_untold(buffered_mysql, time):
    """InnoDB counts no time of a read, so nobody can say."""
    run = carry_out(buffered_mysql, threads=4, **MEASURED, **LARGE)

    assert regime_of(run) == "unknown"


@again
@of_postgresql
def test_system_cache(small_postgresql, time):
    run = carry_out(small_postgresql, threads=4, **MEASURED, **SMALL)

    assert regime_of(run) == "os_cache"


@again
@of_postgresql
def test_system_cache_many_readers(small_postgresql, time):
    run = carry_out(small_postgresql, threads=32, **MEASURED, **SMALL)

    assert regime_of(run) == "os_cache"


@again
@of_postgresql
def test_system_cache_without_the_grant(small_postgresql, time):
    """Right is the operating system's cache, or that it is not known."""
    grant = f"CREATE ON DATABASE {small_postgresql.database}"
    with accounts.postgres_account(small_postgresql, grant) as account:
        run = carry_out(account, threads=4, **MEASURED, **SMALL)

    assert regime_of(run) in ("os_cache", "unknown")


@again
@of_postgresql
def test_disk(small_postgresql, disk_folder, time):
    data = own_servers.home_of(disk_folder, small_postgresql.port)
    with caches_kept_cold(data):
        run = carry_out(small_postgresql, threads=4, **MEASURED, **SOME)

    assert regime_of(run) == "disk_io"


@again
@of_mysql
def test_mixed(direct_mysql, time):
    """Most rows that are asked for are in the pool, which holds a third of all."""
    run = carry_out(
        direct_mysql, "oltp_point_select", threads=4, **MEASURED, **MOSTLY_HELD
    )

    assert regime_of(run) == "mixed"


@again
@of_postgresql
def test_mixed_of_postgresql(small_postgresql, disk_folder, time):
    """One table in some is read from the disk, the others from memory, row by row:
    of what is read in order the system reads more than it is asked for."""
    data = own_servers.home_of(disk_folder, small_postgresql.port)
    load = {"tables": ONE_ON_DISK_IN, "table_size": 60_000, "threads": 4, **MEASURED}
    with caches_kept_cold(data, one_in=ONE_ON_DISK_IN):
        run = carry_out(small_postgresql, "oltp_point_select", **load)

    assert regime_of(run) == "mixed"
