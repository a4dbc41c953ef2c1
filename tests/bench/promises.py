"""What Benchbook promises in seconds, on a machine that is idle: make bench-promises

Tests for pytest, which ``make test`` leaves alone: there the same deeds are waited for,
however long they take. Where the machine is not idle they are skipped and say so.
"""

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psutil
import pytest
from django.db import connection

from benchruns.emergency import stop
from benchruns.generators import registration
from benchruns.models import Check
from benchruns.runs import lifecycle, sweeps
from local import ports
from tests import machine, waiting
from tests.faults import several
from tests.local.demo_process import Demo
from tests.local.test_demo import PROGRAMS, is_whole
from tests.stack import stack, tools
from tests.targets import endpoint_of, queue
from tests.workers.evidence import test_evidence
from tests.workers.probes import rogue_servers
from tests.workers.probes import test_turning_servers as turning
from tests.workers.runs.climbing import climb
from tests.workers.runs.standing import LASTING, PHASES, a_way, standing, tools_of
from tests.workers.runs.whole_runs import carry_out, in_background
from tests.workers.tpcc import loaded as tpcc
from workers import checker
from workers.runs import executor
from workers.tools import connections

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]

ENGINES = ["mariadb", "postgres"]
PHASES_OF_TOOLS = ["prepare", "warmup", "measure"]
BRAKE = "A test of the brake."
# In 10 s of measuring a worker without its tool may take 0.1 s, and took 0.04 before.
WATCH_CPU_SECONDS = 0.06
MEASURED_SECONDS = 5


@pytest.fixture(autouse=True)
def idle_machine(request):
    """Before the test loads it."""
    machine.ask_for_idle_machine()


@pytest.fixture(params=ENGINES)
def target(request):
    return request.getfixturevalue(f"{request.param}_target")


@contextmanager
def within(seconds: float) -> Iterator[None]:
    began = time.monotonic()
    yield
    assert time.monotonic() - began < seconds


@pytest.mark.parametrize(
    "workload", ["oltp_read_write", "hot_row_update", "pgbench_read_write"]
)
def test_cancel_stops_the_tool_within_two_seconds(request, target, workload):
    if workload.startswith("pgbench"):
        target = request.getfixturevalue("postgres_target")
    run = queue(endpoint_of(target), workload, duration_seconds=60)
    with in_background(run):
        waiting.for_phase(run, "measure", samples=1)
        lifecycle.request_cancel(run.id)
        with within(2):
            waiting.until(lambda: not tools(target), what="the end of the tool")


@pytest.mark.parametrize("harm", ["silence", "drip"])
@pytest.mark.parametrize("phase", turning.PHASES)
@pytest.mark.parametrize("engine", ENGINES)
def test_a_cancel_ends_a_run_on_a_rogue_within_five_seconds(
    request, engine, phase, harm
):
    true = request.getfixturevalue(f"{engine}_target")
    with (
        a_way(true) as way,
        turning.rogue_in(phase, way, engine, harm) as run,
    ):
        lifecycle.request_cancel(run.pk)
        with within(5):
            waiting.for_end(run)


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("workload", LASTING)
@pytest.mark.parametrize("engine", ENGINES)
def test_a_cancel_ends_a_run_within_five_seconds_in_each_phase(
    request, engine, workload, phase
):
    with (
        a_way(target_for(request, engine, workload)) as way,
        standing(phase, way, workload) as run,
    ):
        lifecycle.request_cancel(run.pk)
        with within(5):
            waiting.for_end(run)
            waiting.until(lambda: not tools_of(way.target), what="the tool's end")


@pytest.mark.parametrize("phase", PHASES_OF_TOOLS)
def test_a_cancel_ends_a_run_of_two_generators_within_five_seconds(
    child_environment, redis_url, tmp_path, mariadb_target, phase
):
    programs = ("runs", "second", "control", "tend", "beat")
    log = tmp_path / "stack.log"
    with stack(child_environment, log=log, programs=programs) as two:
        waiting.until(
            lambda: registration.there().count() == 2, what="two generators that tell"
        )
        with several.standing(phase, two, mariadb_target) as run:
            lifecycle.request_cancel(run.pk)
            with within(5):
                waiting.for_end(run)
                waiting.until(lambda: not tools(mariadb_target), what="the end of both")
        several.nothing_is_left(two, run, mariadb_target)


@pytest.mark.parametrize("phase", PHASES_OF_TOOLS)
@pytest.mark.parametrize("workload", LASTING)
@pytest.mark.parametrize("engine", ENGINES)
def test_an_emergency_stop_ends_every_tool_within_five_seconds(
    request, engine, workload, phase
):
    with (
        a_way(target_for(request, engine, workload)) as way,
        standing(phase, way, workload),
    ):
        stop.stop_all(by=None, reason=BRAKE)
        with within(5):
            waiting.until(lambda: not tools_of(way.target), what="the tool's end")


def target_for(request, engine, workload):
    if workload.startswith("pgbench") and engine != "postgres":
        pytest.skip("pgbench speaks to PostgreSQL alone")
    return request.getfixturevalue(f"{engine}_target")


@pytest.mark.parametrize("engine", rogue_servers.HARMS)
def test_an_emergency_stop_ends_a_check_within_five_seconds(engine):
    with rogue_servers.rogue_server(engine, "silence") as server:
        check = endpoint_of(server.target).checks.create()
        with checking(check) as thread:
            waiting.until(
                lambda: Check.objects.get(pk=check.pk).endpoint.server_id,
                what="the check's look",
            )
            stop.stop_all(by=None, reason=BRAKE)
            with within(5):
                waiting.for_thread(thread)


def test_an_emergency_stop_ends_the_tool_of_a_check_within_five_seconds(
    target, monkeypatch
):
    with a_way(target) as way:
        monkeypatch.setattr(connections, "SECONDS", 60)
        monkeypatch.setattr(
            connections, "failures", turned_first(way, connections.failures)
        )
        with checking(endpoint_of(way.target).checks.create()):
            waiting.until(lambda: tools(way.target), what="the tool of the check")
            stop.stop_all(by=None, reason=BRAKE)
            with within(5):
                waiting.until(lambda: not tools(way.target), what="the tool's end")


def turned_first(way, failures):
    """The server answers Benchbook's own connection, and no tool."""

    def asked(*args, **options):
        way.turn("silence")
        return failures(*args, **options)

    return asked


@contextmanager
def checking(check) -> Iterator[threading.Thread]:
    def body() -> None:
        try:
            checker.perform(check.pk)
        finally:
            connection.close()

    thread = threading.Thread(target=body, name="the check")
    thread.start()
    try:
        yield thread
    finally:
        waiting.for_thread(thread)


@pytest.mark.parametrize("phase", ["prepare", "measure"])
def test_cancel_stops_the_tpcc_load_within_two_seconds(target, phase):
    size = {"warehouses": 50} if phase == "prepare" else {"duration_seconds": 60}
    run = tpcc.queue(endpoint_of(target), keeps=False, **size)
    with in_background(run):
        waiting.for_phase(run, phase)
        waiting.until(lambda: len(tpcc.processes()) > 1, what="a crew")
        lifecycle.request_cancel(run.id)
        with within(2):
            waiting.until(lambda: not tpcc.processes(), what="the end of all")


def test_a_cancel_in_a_pause_ends_the_run_within_four_seconds(mariadb_target):
    run, _ = climb(endpoint_of(mariadb_target), [1, 2], settle_seconds=60)
    with in_background(run) as thread:
        waiting.until(
            run.events.filter(code="settling").exists, what="the pause of the sweep"
        )
        sweeps.cancel(run.sweep)
        with within(4):
            waiting.for_thread(thread)


def test_a_tool_dies_within_two_seconds_of_its_worker(
    child_environment, redis_url, tmp_path, mariadb_target
):
    run = queue(endpoint_of(mariadb_target), duration_seconds=60)
    with stack(child_environment, log=tmp_path / "stack.log") as processes:
        waiting.for_phase(run, "measure")
        processes.kill("runs")
        with within(2):
            waiting.until(lambda: not tools(mariadb_target), what="the tool's death")


def test_a_watch_has_a_row_for_every_second(target):
    with (
        test_evidence.watch_of(target, offset=-3) as watch,
        test_evidence.tool() as process,
    ):
        test_evidence.begin(watch, process)
        time.sleep(3.5)
        rows = watch.take()

    assert [row.second for row in rows] == [-2, -1, 0]


def test_watching_costs_little_cpu(target):
    with test_evidence.watch_of(target) as watch, test_evidence.tool() as process:
        spent = time.process_time()
        test_evidence.begin(watch, process)
        time.sleep(MEASURED_SECONDS)
        spent = time.process_time() - spent

    assert len(watch.take()) >= MEASURED_SECONDS - 1
    assert spent * 10 / MEASURED_SECONDS < WATCH_CPU_SECONDS


def test_a_failing_phase_ends_at_once(target):
    watch = test_evidence.watch_of(target)
    with test_evidence.tool() as process:
        watch.__enter__()
        test_evidence.begin(watch, process)
        with within(0.3):
            watch.__exit__(test_evidence.Cancelled, test_evidence.Cancelled(), None)


def test_a_short_transaction_on_one_host_is_no_long_way(postgres_target):
    run = queue(endpoint_of(postgres_target), "pgbench_read_only", clients=1, scale=1)
    executor.execute(run.id)

    told = run.attempts.get().evidence["bottleneck"]
    assert told["verdict"] != "latency", told
    assert told["evidence"]["round_trip_ms"] < 0.1


def test_a_load_on_a_near_server_is_limited_by_it(target):
    run = queue(endpoint_of(target), threads=8, duration_seconds=4, rate=None)
    carry_out(run)

    told = run.attempts.get().evidence["bottleneck"]
    assert told["verdict"] == "server", told


@pytest.fixture(scope="module")
def demo(server_folder) -> Iterator[Demo]:
    demo = Demo(server_folder / "demo", port=ports.choose())
    demo.start()
    yield demo
    demo.end()


@pytest.mark.parametrize("name", [*PROGRAMS, "supervisor"])
def test_a_killed_program_is_back_within_10_seconds(demo, name):
    is_supervisor = name == "supervisor"
    before = demo.supervisor().pid if is_supervisor else demo.states()[name].pid

    os.kill(before, signal.SIGKILL)

    with within(10):
        waiting.until(
            lambda: not psutil.pid_exists(before) and is_whole(demo), what="the demo"
        )


def test_the_demo_stops_within_10_seconds(demo):
    demo.send(signal.SIGTERM)

    with within(10):
        assert demo.process.wait() == 0
