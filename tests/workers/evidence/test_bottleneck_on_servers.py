"""Bottlenecks of whole runs on real servers, made on purpose."""

import pytest

from benchruns.models import Run
from tests import machine
from tests.examples import few_or
from tests.slow_way import slow_way
from tests.targets import FULL, endpoint_of, queue
from tests.workers.evidence.planted_limits import held_up, on_a_busy_core
from workers.runs import executor

pytestmark = [
    pytest.mark.engine,
    pytest.mark.engines_in_turn,
    pytest.mark.django_db(transaction=True),
]

DELAY_MS = 50  # far beyond what a busy machine adds to a round trip


@pytest.fixture(params=["mariadb", "postgresql"])
def target(request):
    name = {"mariadb": "mariadb_target", "postgresql": "postgres_target"}[request.param]
    return request.getfixturevalue(name)


def carry_out(target, workload="oltp_read_only", **parameters) -> Run:
    run = queue(endpoint_of(target), workload, **(FULL | parameters))
    executor.execute(run.id)
    run.refresh_from_db()
    assert run.state == "succeeded", run.failure_detail
    return run


def told(run: Run) -> dict:
    return run.attempts.get().evidence["bottleneck"]


def carry_out_seen(target, **parameters) -> Run:
    """One whose way was measured: where the machine had no time for that, another one."""
    for _try in range(3):
        run = carry_out(target, **parameters)
        if told(run)["evidence"].get("round_trip_ms") is not None:
            break
    return run


def test_a_tool_on_a_busy_core_is_the_limit(target):
    with on_a_busy_core():
        run = carry_out(target, threads=4, duration_seconds=few_or(5, few=3))

    assert told(run)["verdict"] == "client", told(run)
    evidence = told(run)["evidence"]
    assert evidence["thread_wait"] > evidence["thread_cpu"]
    assert "client_bound" in {f["code"] for f in run.result.findings}


@pytest.mark.long
def test_one_thread_over_a_long_way_is_limited_by_it(target):
    machine.ask_for_all_cpus()
    with slow_way(target, delay_ms=DELAY_MS) as far:
        run = carry_out_seen(far, threads=1, duration_seconds=4)

    assert told(run)["verdict"] == "latency", told(run)
    evidence = told(run)["evidence"]
    assert evidence["round_trip_ms"] >= 2 * DELAY_MS
    assert evidence["statements_per_transaction"] == 16


@pytest.mark.long
def test_many_threads_wait_for_a_near_server(target):
    machine.ask_for_all_cpus()
    with held_up(target):
        run = carry_out(target, "oltp_read_write", threads=8, duration_seconds=4)

    assert told(run)["verdict"] == "server", told(run)
    assert told(run)["evidence"]["certainty"] == "reduced"
    assert "same_host" in {f["code"] for f in run.result.findings}
