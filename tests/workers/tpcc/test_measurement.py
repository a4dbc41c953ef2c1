"""``run`` and ``ceiling`` with their processes and threads, but without a server."""

import json
import multiprocessing
import os
import re
import signal
import time
from collections.abc import Callable

import psutil
import pytest

from benchruns.parsers.tpcc import output as parser
from tests import waiting
from tests.workers.tpcc.memory_dialect import PLACE, MemoryDialect, Planted, run_of
from workers.tools.tpcc.arguments import Ceiling
from workers.tools.tpcc.fatal import Fatal
from workers.tools.tpcc.kinds import Kind, Trouble
from workers.tools.tpcc.options import Profile
from workers.tools.tpcc.running import ceiling, measurement, team
from workers.tools.tpcc.running import user as users
from workers.tools.tpcc.running.messages import Batch


def measured(dialect: MemoryDialect, **changes) -> list[str]:
    said: list[str] = []
    measurement.run(PLACE, run_of(**changes), say=said.append, dialect=dialect)
    return said


def report_of(said: list[str]) -> dict:
    return json.loads(said[-1])


@pytest.fixture
def children() -> Callable[[], list[psutil.Process]]:
    """What the test has started; servers for other tests may run beside, and start some."""
    others = psutil.Process().children()

    def started() -> list[psutil.Process]:
        own = [each for each in psutil.Process().children() if each not in others]
        return [
            each for child in own for each in (child, *child.children(recursive=True))
        ]

    return started


def seconds_of(said: list[str]) -> list[str]:
    return [line for line in said if line.startswith("[ ")]


def hang(_kind: Kind | None = None) -> bool:
    time.sleep(waiting.ENDLESS_SECONDS)
    return True


def hang_on_delivery(kind: Kind) -> bool:
    return hang() if kind is Kind.DELIVERY else True


def roll_back_new_orders(kind: Kind) -> bool:
    return kind is not Kind.NEWORD


@pytest.fixture(scope="module")
def said():
    """Of a second of ramp-up and two of measuring, all new orders rolled back."""
    return measured(
        MemoryDialect(roll_back_new_orders), rampup_seconds=1, duration_seconds=2
    )


def test_the_lines_tell_ramp_up_and_measuring_second_by_second(said):
    seconds = seconds_of(said)
    head, ramp_up, measuring_begins, report, _ = [
        line for line in said if line not in seconds
    ]

    assert head == (
        "benchbook-tpcc 1, profile hammerdb, Memory 1.0, 4 virtual users in 2 processes"
    )
    assert (ramp_up, measuring_begins) == ("Ramp-up begins: 1 s", "Measuring begins")
    assert report == "Report benchbook-tpcc-report-v1:"
    number = r"\d+\.\d\d"
    line = (
        rf"\[ [ \d]\ds \] vu: 4 tps: {number} lat \(ms,95%\): {number} "
        rf"neword/s: {number} err/s: 0\.00 retries/s: 0\.00"
    )
    assert all(re.fullmatch(line, second) for second in seconds)
    assert [parser.interval(second).second for second in seconds] == [0, 1, 2]


def test_the_report_is_what_the_lines_and_the_counters_say(said):
    report = report_of(said)

    seconds = [parser.interval(line) for line in seconds_of(said)]
    measured = sum(second.tps for second in seconds if second.second > 0)
    assert measured == report["all"]["count"] > 0
    assert report["tps"] == report["all"]["count"] / 2
    before, after = report["counters"]["transactions"]
    minutes = report["counters"]["seconds"] / 60
    assert report["tpm"] == pytest.approx((after - before) / minutes, rel=0.001)
    assert 0 < before < after
    assert report["nopm"] == 0
    neword = report["transactions"]["neword"]
    assert neword["rolled_back"] == neword["count"] == report["all"]["rolled_back"] > 0
    assert report["all"]["latency_ms"]["min"] >= 1
    assert parser.parse("\n".join(said)).figures.tps == report["tps"]


def test_tries_in_vain_and_failures_are_told(said):
    def no_delivery(kind: Kind) -> bool:
        if kind is Kind.DELIVERY:
            raise Planted(Trouble.DEADLOCK)
        return True

    told = measured(MemoryDialect(no_delivery))

    report = report_of(told)
    delivery = report["transactions"]["delivery"]
    assert (delivery["count"], delivery["latency_ms"]["max"]) == (0, None)
    assert delivery["failed"] == report["all"]["failed"] > 0
    assert delivery["retries"]["deadlock"] == 10 * delivery["failed"]
    line = next(line for line in told if line.startswith("[  1s ]"))
    assert f"err/s: {delivery['failed']:.2f}" in line
    assert f"retries/s: {10 * delivery['failed']:.2f}" in line


def test_users_go_on_while_the_counters_are_read():
    def slowly() -> None:
        before = dialect.calls.value
        waiting.until(lambda: dialect.calls.value > before + 100, what="more calls")

    dialect = MemoryDialect(on_counts=slowly)
    report = report_of(measured(dialect))

    begun, ended = report["counters"]["transactions"]
    assert ended > begun + 100
    assert dialect.calls.value >= ended


def test_transactions_that_hang_are_left_behind(children):
    report = report_of(measured(MemoryDialect(hang_on_delivery)))

    assert report["transactions"]["delivery"]["count"] == 0
    assert not children()


def test_users_that_wait_go_at_once_and_close_their_sessions(children, monkeypatch):
    monkeypatch.setattr(users, "KEYING", dict.fromkeys(Kind, waiting.ENDLESS_SECONDS))
    monkeypatch.setattr(team, "STOP_SECONDS", waiting.HANG_SECONDS)
    dialect = MemoryDialect()

    said = measured(dialect, keying_and_thinking=True)

    assert "lat" not in "".join(seconds_of(said))
    assert dialect.closed.value == 4 + 3  # the parent's: a look, and two readings
    assert not children()


@pytest.mark.parametrize("trouble", [Trouble.LOST, Trouble.OTHER])
def test_an_error_that_no_try_mends_ends_the_run_at_once(children, trouble):
    def on_call(kind: Kind) -> bool:
        if kind is Kind.OSTAT:
            raise Planted(trouble)
        return True

    with pytest.raises(Fatal, match=rf"^4711: {trouble}$"):
        measured(MemoryDialect(on_call), duration_seconds=waiting.ENDLESS_SECONDS)

    assert not children()


def test_a_user_that_cannot_connect_ends_the_run(children):
    parent = os.getpid()

    def on_connect() -> None:
        if os.getpid() != parent:
            raise Planted(Trouble.OTHER)

    with pytest.raises(Fatal, match=r"^4711: other$"):
        measured(MemoryDialect(on_connect=on_connect))

    assert not children()


def test_a_defect_ends_the_run_with_its_traceback(children, capfd):
    def on_call(_kind: Kind) -> bool:
        raise KeyError("planted defect")

    with pytest.raises(Fatal, match=r"^0: a process of the tool ended .* status 1$"):
        measured(MemoryDialect(on_call))

    assert "KeyError: 'planted defect'" in capfd.readouterr().err
    assert not children()


def test_data_of_another_size_is_refused():
    with pytest.raises(Fatal, match=r"^0: the data has 3 warehouses, not 2"):
        measured(MemoryDialect(warehouses=3))


def test_data_of_the_other_profile_is_refused():
    with pytest.raises(Fatal, match=r"^0: the data .* of profile spec, not hammerdb"):
        measured(MemoryDialect(bad_credits=300))
    with pytest.raises(Fatal, match=r"^0: the data .* of profile hammerdb, not spec"):
        measured(MemoryDialect(), profile=Profile.SPEC)


def test_measuring_begins_and_ends_with_a_session_that_is_there_already():
    parent = os.getpid()
    seen: list[str] = []

    def note(what: str) -> None:
        if os.getpid() == parent:
            seen.append(what)

    dialect = MemoryDialect(
        on_connect=lambda: note("connected"), on_counts=lambda: note("counted")
    )
    measurement.run(
        PLACE, run_of(rampup_seconds=1), say=lambda line: note(line), dialect=dialect
    )

    told = [what for what in seen if what in {"connected", "counted"} or "Meas" in what]
    _, *window = told  # the first look
    assert window == [
        "connected",
        "Measuring begins",
        "counted",
        "connected",
        "counted",
    ]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_every_process_ends_at_once_with_the_parent(children, number):
    parent = multiprocessing.get_context("fork").Process(
        target=measured,
        args=(MemoryDialect(hang_on_delivery),),
        kwargs={"duration_seconds": waiting.ENDLESS_SECONDS},
    )
    parent.start()
    waiting.until(lambda: len(children()) == 3, what="two processes")
    processes = children()

    os.kill(parent.pid, number)
    parent.join()

    assert parent.exitcode == -number
    waiting.for_ends(*processes)


def test_a_process_that_is_killed_ends_the_run(children):
    def on_counts() -> None:
        multiprocessing.active_children()[-1].kill()

    with pytest.raises(Fatal, match=r"^0: a process of the tool ended .* status -9$"):
        measured(MemoryDialect(on_counts=on_counts))

    assert not children()


def test_the_ceiling_calls_the_empty_routine_as_a_run_does(children):
    dialect = MemoryDialect(hang)
    wanted = Ceiling(virtual_users=4, duration_seconds=4, processes=2)

    told = json.loads(ceiling.measure(PLACE, wanted, dialect=dialect))

    assert 0 < told["calls"] <= dialect.calls.value
    assert told["calls_per_s"] == round(told["calls"] / 4, 1)
    assert told["calls_per_core_second"] == pytest.approx(
        told["calls"] / told["cpu_seconds"], rel=0.01
    )
    assert told["cpu_seconds"] > 0
    assert (told["virtual_users"], told["processes"]) == (4, 2)
    assert not children()


@pytest.mark.parametrize(
    ("first", "second"),
    [((0, 8), (1, 8)), ((0, 8), (0, 9))],
    ids=["nothing before", "nothing within"],
)
def test_a_process_that_told_its_time_too_late_is_not_counted(first, second):
    """``first`` and ``second`` are the seconds of the batches of two processes."""
    cpu = ceiling.CpuSeconds(run_of(processes=2, duration_seconds=8))
    for process, seconds in enumerate((first, second)):
        for through in seconds:
            cpu.take(process, Batch(through, {}, cpu_seconds=1.0 + through))

    with pytest.raises(Fatal, match=r"^0: a process was too late to tell its time"):
        _ = cpu.spent


def test_the_ceiling_counts_from_the_first_second_to_the_last():
    cpu = ceiling.CpuSeconds(run_of(processes=1, duration_seconds=8))
    for through in (-1, 0, 1, 8, 9):
        cpu.take(0, Batch(through, {}, cpu_seconds=3.0 + through))

    assert cpu.spent == 8
