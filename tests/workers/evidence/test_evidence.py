"""What a watch brings home from real servers, how, and at what cost."""

import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import replace

import pytest

from benchruns.models import Counter
from tests import machine, waiting
from tests.factories import RunFactory
from tests.targets import endpoint_of, queue
from tests.workers import accounts, own_servers
from workers import probes
from workers.evidence import watch as evidence
from workers.evidence.server_processes import ServerProcesses
from workers.evidence.watch import Watch
from workers.evidence.watched_machine import WatchedMachine
from workers.runs import executor
from workers.runs.lease import Cancelled

pytestmark = [
    pytest.mark.engine,
    pytest.mark.engines_in_turn,
    pytest.mark.django_db(transaction=True),
]

WORK = (
    "import time; end = time.process_time() + 1\nwhile time.process_time() < end: pass"
)


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
        machine=WatchedMachine(None, is_named=False),
        **(given | changes),
    )


@contextmanager
def tool(work="import time"):
    """Something that works, says so, and then runs on idly."""
    process = subprocess.Popen(
        [sys.executable, "-c", f"{work}\nprint(flush=True)\ntime.sleep(3600)"],
        stdout=subprocess.PIPE,
    )
    with process:
        yield process
        process.kill()


def rows_until(watch, is_enough: Callable[[list[Counter]], object]) -> list[Counter]:
    """What the watch brings until it is enough."""
    rows: list[Counter] = []

    def come() -> object:
        rows.extend(watch.take())
        return is_enough(rows)

    waiting.until(come, what="rows of counters")
    return rows


def rows_of(watch, number: int) -> list[Counter]:
    return rows_until(watch, lambda rows: len(rows) >= number)


def is_heard(row: Counter) -> bool:
    """Whether the server had answered."""
    return "buffer_requests_per_s" in row.values


def begin(watch, process, *, seconds_ago=0.0):
    watch.begin(process.pid)
    watch.load_began(seconds_ago)


def test_rows_come_while_the_tool_runs(target):
    with watch_of(target, offset=-1000) as watch, tool() as process:
        begin(watch, process)
        rows = rows_of(watch, 3)

    seconds = [row.second for row in rows]
    assert seconds == sorted(set(seconds))
    assert -1000 < seconds[0] < 0
    values = rows[-1].values
    assert values["buffer_requests_per_s"] >= 0
    assert values["round_trip_ms"] > 0
    assert values["client_cpu_percent"] < 50
    assert values["other_cpu_percent"] >= 0
    assert values["limit"] == "server"


def test_a_server_beside_the_tool_is_told_by_its_own_processes(target):
    """Other programs are busy here meanwhile, too: all CPU but the tool's is not the server's."""
    with (
        watch_of(target) as watch,
        tool() as process,
        tool("while True: pass"),
    ):
        begin(watch, process)
        rows = rows_until(
            watch, lambda rows: rows and "other_cpu_percent" in rows[-1].values
        )

    values, seen = rows[-1].values, watch.seen
    assert 0 <= values["server_cpu_percent"] < values["other_cpu_percent"]
    assert 0 <= seen.own_cpu < seen.use.other_cpu


def test_what_ended_children_of_a_server_ran_is_counted():
    work = f"{WORK}\nimport subprocess, sys"
    child = f"subprocess.run([sys.executable, '-c', {WORK!r}])"
    with tool(f"{work}\n{child}") as process:
        process.stdout.readline()
        seconds = ServerProcesses(process.pid).cpu_seconds()

    assert seconds >= 1.9


def test_a_server_that_shows_no_process_has_no_cpu_of_its_own():
    assert ServerProcesses(None).cpu_seconds() is None


@pytest.mark.long
def test_what_the_tool_did_before_its_load_is_no_part_of_it(target):
    """Preparing statements keeps it busy for seconds: half of this one's time."""
    with watch_of(target) as watch, tool(WORK) as process:
        watch.begin(process.pid)
        process.stdout.readline()
        time.sleep(0.5)
        assert watch.take() == []
        watch.load_began(0.0)
        rows = rows_of(watch, 2)

    assert rows[0].second > 0
    assert watch.seen.use.thread_busy < 0.2


@pytest.mark.long
def test_a_load_that_is_told_late_counts_from_when_it_began(target):
    """pgbench tells its second 1 when that is over."""
    with watch_of(target) as watch, tool(WORK) as process:
        watch.begin(process.pid)
        process.stdout.readline()
        time.sleep(3)
        watch.load_began(1.0)
        rows = rows_of(watch, 1)

    assert rows[0].second > 0
    assert watch.seen.use.thread_busy < 0.2


def test_nothing_is_watched_after_the_tool_has_ended(target):
    """Judging its output may take longer than the load did."""
    with watch_of(target) as watch:
        began = time.monotonic()
        with tool() as process:
            begin(watch, process)
            rows = rows_of(watch, 1)
            process.kill()
            process.wait()
            watch.end()
        lasted = time.monotonic() - began
        time.sleep(2)

    assert max(row.second for row in [*rows, *watch.take()]) <= lasted + 1


def test_what_the_tool_says_stands_in_the_following_rows(target):
    with watch_of(target) as watch, tool() as process:
        begin(watch, process)
        watch.tell({"queue_length": 17})
        row = rows_of(watch, 1)[-1]

    assert row.values["queue_length"] == 17


def test_totals_are_counted_from_the_beginning_to_the_end(target):
    with watch_of(target) as watch, tool() as process:
        begin(watch, process)
        with probes.connect(target) as probe:
            probe.facts()

    totals = watch.seen.totals
    assert totals["buffer_requests"] >= 0
    assert totals["buffer_misses"] >= 0
    assert totals["commits"] >= 0
    assert ("table_requests" in totals) == (target.engine == "postgresql")
    assert ("read_time_ms" in totals) == (target.engine == "postgresql")


def test_a_server_that_cannot_be_watched_fails_nothing(target):
    nobody = replace(target, password="wrong")
    with watch_of(nobody) as watch, tool() as process:
        begin(watch, process)
        row = rows_of(watch, 1)[0]

    assert not is_heard(row)
    assert row.values["client_cpu_percent"] >= 0
    assert watch.seen.totals == {}


@contextmanager
def silence(target):
    """Nothing of the server goes on meanwhile, and connections hang."""
    processes = own_servers.processes_of(target)
    for each in processes:  # the parent first, so that none is added
        each.suspend()
    try:
        yield
    finally:
        for each in processes:
            each.resume()


def test_a_server_that_falls_silent_for_a_while_is_heard_again(target):
    with watch_of(target) as watch, tool() as process:
        begin(watch, process)
        rows_until(watch, lambda rows: any(map(is_heard, rows)))
        with silence(target):
            rows_until(watch, lambda rows: rows and not is_heard(rows[-1]))
        rows_until(watch, lambda rows: any(map(is_heard, rows)))

    assert watch.seen.totals["buffer_requests"] >= 0
    assert not watch.seen.is_reset


def test_a_server_that_is_silent_in_the_end_is_waited_for(mariadb_target, monkeypatch):
    monkeypatch.setattr(evidence, "LAST_LOOK_SECONDS", waiting.HANG_SECONDS)
    with watch_of(mariadb_target) as watch, tool() as process:
        begin(watch, process)
        rows_until(watch, lambda rows: any(map(is_heard, rows)))
        with silence(mariadb_target):
            rows_until(watch, lambda rows: rows and not is_heard(rows[-1]))
            watch.end()
            time.sleep(0.5)

    assert watch.seen.totals["buffer_requests"] >= 0


def test_a_server_that_restarts_has_counted_nothing(mariadb_server, mariadb_target):
    with watch_of(mariadb_target) as watch, tool() as process:
        begin(watch, process)
        rows = rows_of(watch, 1)
        mariadb_server.kill()
        mariadb_server.restart()
        waiting.until(lambda: watch.seen.is_reset, what="the new counters")
        rows += watch.take()
        rows += rows_until(watch, lambda rows: any(map(is_heard, rows)))

    assert watch.seen.totals == {}
    assert not has_negative_rates(rows)


def test_counters_that_are_reset_are_no_counts(postgres_target):
    with watch_of(postgres_target) as watch, tool() as process:
        begin(watch, process)
        rows = rows_of(watch, 1)
        accounts.execute(postgres_target, "SELECT pg_stat_reset()")
        waiting.until(lambda: watch.seen.is_reset, what="the new counters")
        rows += rows_of(watch, 1)

    assert watch.seen.totals == {}
    assert not has_negative_rates(rows)


def has_negative_rates(rows):
    values = (value for row in rows for value in row.values.values())
    return any(value < 0 for value in values if not isinstance(value, str))


def test_a_failing_phase_does_not_wait_for_a_last_look(target, monkeypatch):
    monkeypatch.setattr(evidence, "LAST_LOOK_SECONDS", waiting.ENDLESS_SECONDS)
    watch = watch_of(target)
    with tool() as process:
        watch.__enter__()
        begin(watch, process)
        with silence(target):
            watch.__exit__(Cancelled, Cancelled(), None)

    assert watch.seen.totals == {}


def test_a_tool_that_does_not_start_leaves_nothing_open(target):
    with pytest.raises(Cancelled), watch_of(target) as watch:
        raise Cancelled

    assert watch.take() == []
    assert watch.seen.totals == {}


def test_a_run_keeps_its_counters_and_its_evidence(target):
    run = queue(endpoint_of(target), warmup_seconds=8, duration_seconds=4)
    executor.execute(run.id)

    run.refresh_from_db()
    assert run.state == "succeeded", run.failure_detail
    seconds = list(run.counters.values_list("second", flat=True))
    assert seconds == sorted(set(seconds))
    assert -8 < seconds[0] < 1 <= seconds[-1]
    evidence = run.attempts.get().evidence
    assert set(evidence) == {"began_at", "metrics", "regime", "bottleneck"}


@pytest.mark.long
@pytest.mark.cases_in_turn
@pytest.mark.parametrize("workload", ["oltp_read_only", "pgbench_read_only"])
def test_counters_and_throughput_have_the_same_seconds(request, workload):
    """sysbench first prepares statements for each table on each connection."""
    target = request.getfixturevalue("postgres_target")
    size = {"scale": 1}
    if workload == "oltp_read_only":
        size = {"tables": 100, "table_size": 10, "threads": 64}
    run = queue(endpoint_of(target), workload, duration_seconds=4, **size)
    executor.execute(run.id)

    run.refresh_from_db()
    assert run.state == "succeeded", run.failure_detail
    rows = {row.second: row.values for row in run.counters.all()}
    assert min(rows) >= 1
    assert max(rows) <= run.result.duration_s + 1
    # PostgreSQL's sessions tell what they did a second and more apart: one second may hold
    # nothing, and the next what two brought
    told = [values["commits_per_s"] for second, values in rows.items() if second < 4]
    assert max(told) > run.result.tps / 10


def test_a_fixed_rate_shows_what_was_offered_and_its_queue(target):
    machine.ask_for_all_cpus()
    run = queue(endpoint_of(target), rate=5, duration_seconds=4)
    executor.execute(run.id)

    run.refresh_from_db()
    assert run.state == "succeeded", run.failure_detail
    facts = run.result.tool_facts
    assert facts["offered_tps"] == 5
    assert facts["achieved_tps"] == run.result.tps
    assert facts["queue_length_max"] >= facts["queue_length_mean"] >= 0
    assert "queue_length" in run.counters.last().values
    assert "rate_not_reached" not in {f["code"] for f in run.result.findings}
    assert run.attempts.get().evidence["bottleneck"]["verdict"] == "unclear"


def test_a_rate_beyond_the_server_is_a_finding(target):
    """Short, so that the tool's queue of 100,000 does not overflow."""
    run = queue(endpoint_of(target), rate=20_000, threads=1, duration_seconds=3)
    executor.execute(run.id)

    run.refresh_from_db()
    assert run.state == "succeeded", run.failure_detail
    assert run.result.tool_facts["queue_length_max"] > 1_000
    assert "rate_not_reached" in {f["code"] for f in run.result.findings}
