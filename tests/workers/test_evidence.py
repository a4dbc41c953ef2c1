"""What a watch brings home from real servers, how, and at what cost."""

import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import pytest

from benchruns.failures import BenchbookError
from tests.factories import RunFactory
from tests.targets import endpoint_of, queue
from workers import executor, probes
from workers.evidence import Watch

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]

CPU_LIMIT = 0.1  # s in 10 s of measuring, of the whole worker without its tool


@pytest.fixture(params=["mariadb", "postgresql"])
def target(request):
    name = {"mariadb": "mariadb_target", "postgresql": "postgres_target"}[request.param]
    return request.getfixturevalue(name)


def watch_of(target, **changes):
    given = {"workers": 1, "tables": ("sbtest1",), "workspace": None}
    run = RunFactory.build()
    return Watch(
        target,
        run_id=run.id,
        attempt=1,
        limit_so_far=lambda _seen, _tps: "server",
        **(given | changes),
    )


@contextmanager
def tool(seconds):
    """Something that runs for a while, as a tool does."""
    process = subprocess.Popen(
        [sys.executable, "-c", f"import time; time.sleep({seconds})"]
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def test_every_second_has_a_row_at_most_a_second_late(target):
    with watch_of(target, offset=-3) as watch, tool(10) as process:
        watch.begin(process.pid)
        time.sleep(3.5)
        rows = watch.take()

    assert [row.second for row in rows] == [-2, -1, 0]
    values = rows[-1].values
    assert values["buffer_requests_per_s"] >= 0
    assert values["round_trip_ms"] > 0
    assert values["client_cpu_percent"] < 50
    assert values["server_cpu_percent"] >= 0
    assert values["limit"] == "server"


def test_what_the_tool_says_stands_in_the_following_rows(target):
    with watch_of(target) as watch, tool(10) as process:
        watch.begin(process.pid)
        watch.tell({"queue_length": 17})
        time.sleep(1.5)
        (row,) = watch.take()

    assert row.values["queue_length"] == 17


def test_totals_are_counted_from_the_beginning_to_the_end(target):
    with watch_of(target) as watch, tool(10) as process:
        watch.begin(process.pid)
        with probes.connect(target) as probe:
            tables = probe.existing_tables(["pg_class"], workspace=None)
        time.sleep(0.3)

    assert isinstance(tables, tuple)
    assert watch.seen.totals["buffer_requests"] >= 0
    assert watch.seen.totals["buffer_misses"] >= 0


def test_a_server_that_cannot_be_watched_fails_nothing(target):
    from dataclasses import replace

    nobody = replace(target, password="wrong")
    with watch_of(nobody) as watch, tool(10) as process:
        watch.begin(process.pid)
        time.sleep(1.5)

    (row,) = watch.take()
    assert "buffer_requests_per_s" not in row.values
    assert row.values["client_cpu_percent"] >= 0
    assert watch.seen.totals == {}


def test_a_failing_phase_does_not_wait_for_a_last_look(target):
    started = time.monotonic()
    with (
        pytest.raises(BenchbookError),
        watch_of(target) as watch,
        tool(10) as process,
    ):
        watch.begin(process.pid)
        started = time.monotonic()
        raise BenchbookError.__new__(BenchbookError)

    assert time.monotonic() - started < 0.2
    assert watch.seen.totals == {}


def test_watching_costs_a_run_little_cpu(target):
    run = queue(endpoint_of(target), threads=2, duration_seconds=6)
    spent = {}

    def follow() -> None:
        executor.execute(run.id)

    thread = threading.Thread(target=follow)
    thread.start()
    thread.join()
    run.refresh_from_db()
    assert run.state == "succeeded", run.failure_detail
    assert spent == {}
