"""Bottlenecks of whole runs on real servers, made on purpose."""

import os
import subprocess
import sys
from contextlib import contextmanager

import pytest

from benchruns.models import Run
from tests.slow_way import slow_way
from tests.targets import endpoint_of, queue
from workers import executor

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]

SPINNERS = 3


@pytest.fixture(params=["mariadb", "postgresql"])
def target(request):
    name = {"mariadb": "mariadb_target", "postgresql": "postgres_target"}[request.param]
    return request.getfixturevalue(name)


def carry_out(target, workload="oltp_read_only", **parameters) -> Run:
    run = queue(endpoint_of(target), workload, **parameters)
    executor.execute(run.id)
    run.refresh_from_db()
    assert run.state == "succeeded", run.failure_detail
    return run


def told(run: Run) -> dict:
    return run.attempts.get().evidence["bottleneck"]


@contextmanager
def on_a_busy_core():
    """What this thread starts has to share one core with processes that never wait."""
    allowed = os.sched_getaffinity(0)
    core = min(allowed)
    os.sched_setaffinity(0, {core})
    endless = [sys.executable, "-c", "while True: pass"]
    spinners = [subprocess.Popen(endless) for _ in range(SPINNERS)]
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)
        for spinner in spinners:
            spinner.kill()
            spinner.wait()


def test_a_tool_on_a_busy_core_is_the_limit(target):
    with on_a_busy_core():
        run = carry_out(target, threads=4, duration_seconds=5)

    assert told(run)["verdict"] == "client", told(run)
    evidence = told(run)["evidence"]
    assert evidence["thread_wait"] > evidence["thread_cpu"]
    assert "client_bound" in {f["code"] for f in run.result.findings}


def test_one_thread_over_a_long_way_is_limited_by_it(target):
    with slow_way(target, delay_ms=2) as far:
        run = carry_out(far, threads=1, duration_seconds=4)

    assert told(run)["verdict"] == "latency", told(run)
    evidence = told(run)["evidence"]
    assert evidence["round_trip_ms"] >= 4
    assert evidence["latency_share"] > 0.6
    assert evidence["statements_per_transaction"] == 16


def test_a_short_transaction_on_one_host_is_no_long_way(postgres_target):
    run = carry_out(postgres_target, "pgbench_read_only", clients=1, scale=1)

    assert told(run)["verdict"] != "latency", told(run)
    assert told(run)["evidence"]["round_trip_ms"] < 0.1


def test_many_threads_on_a_near_server_wait_for_it(target):
    run = carry_out(target, "oltp_read_write", threads=8, duration_seconds=4)

    assert told(run)["verdict"] == "server", told(run)
    assert told(run)["evidence"]["certainty"] == "reduced"
    assert "same_host" in {f["code"] for f in run.result.findings}
