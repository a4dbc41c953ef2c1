"""The load generator's numbers, planted and of a real process."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import contextmanager

import psutil
import pytest

from tests import waiting
from workers.evidence import loadgen, machine, same_host
from workers.evidence.cpu_use import Use, between
from workers.evidence.loadgen import CpuTime, Reading, ThreadTime, Tool, chosen_of


def reading(at, *threads, idle=0.0, total=0.0, count=None):
    cpu = CpuTime(idle, total)
    return Reading(
        at=at,
        threads={tid: ThreadTime(*times) for tid, times in enumerate(threads)},
        thread_count=len(threads) if count is None else count,
        machine=cpu,
        allowed=cpu,
    )


def test_shares_are_those_of_the_busiest_threads():
    before = reading(0.0, (0, 0), (0, 0), (0, 0), total=0)
    after = reading(10.0, (5, 1), (3, 1), (0, 0), idle=4, total=20)

    found = between(before, after, workers=2)

    assert found.thread_cpu == pytest.approx(0.4)
    assert found.thread_wait == pytest.approx(0.1)
    assert found.idle == pytest.approx(0.2)
    assert found.client_cpu == pytest.approx(8 / 10 / psutil.cpu_count())


def test_a_tool_of_many_threads_is_judged_by_those_that_were_read():
    before = reading(0.0, (0, 0), total=0, count=10)
    after = reading(10.0, (0.1, 0), total=10, count=10)

    found = between(before, after, workers=10)

    assert found.thread_cpu == pytest.approx(0.01)
    assert found.client_cpu == pytest.approx(0.1 / psutil.cpu_count())


def test_a_thread_that_started_between_counts_from_zero():
    found = between(reading(0.0), reading(2.0, (1, 1), total=4), workers=1)

    assert (found.thread_cpu, found.thread_wait) == (0.5, 0.5)


def test_a_thread_that_did_next_to_nothing_may_go():
    before = reading(0.0, (3, 1), (2, 1), (0.001, 0), total=0)
    after = reading(10.0, (5, 1), (4, 1), total=20)

    assert between(before, after, workers=2).thread_cpu == pytest.approx(0.2)


def test_a_tool_of_which_a_working_thread_has_gone_is_ending():
    before = reading(0.0, (0.001, 0), (2, 1), (3, 1), total=0)
    after = reading(10.0, (0.002, 0), (4, 1), total=20)

    assert between(before, after, workers=2) is None


@pytest.mark.parametrize(
    "after",
    [reading(2.0, total=2), reading(0.0, (1, 1), total=2), reading(2.0, (1, 1))],
)
def test_nothing_is_said_without_threads_or_time(after):
    assert between(reading(0.0), after, workers=1) is None


def use_when(tool: Tool, is_so: Callable[[Use], bool]) -> Use:
    """Its use from now on, when that is so: the longer, the less a pause weighs."""
    before = tool.read()

    def use() -> Use | None:
        time.sleep(0.5)
        found = between(before, tool.read(), workers=1)
        return found if found and is_so(found) else None

    return waiting.until(use, what="the use of the CPU")


@contextmanager
def spinning(*, core=None):
    allowed = os.sched_getaffinity(0)
    if core is not None:
        os.sched_setaffinity(0, {core})
    process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    os.sched_setaffinity(0, allowed)
    try:
        yield process.pid
    finally:
        process.kill()
        process.wait()


def test_a_process_that_never_waits_is_busy():
    with spinning() as pid:
        found = use_when(Tool(pid), lambda use: use.thread_busy > 0.8)

    assert found.is_pinned == (len(os.sched_getaffinity(0)) < psutil.cpu_count())


@pytest.mark.skipif(os.cpu_count() == 1, reason="one CPU: nothing can be pinned")
def test_the_idle_time_of_a_pinned_tool_is_that_of_its_own_cpus():
    with spinning(core=min(os.sched_getaffinity(0))) as pid:
        found = use_when(Tool(pid), lambda use: use.idle < 0.1)

    assert found.is_pinned


FORKING = """
import os, threading, time
for spins in (True, False):
    if os.fork() == 0:
        threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
        while spins:
            pass
        time.sleep(3600)
print("ready", flush=True)
time.sleep(3600)
"""


@contextmanager
def a_family():
    """Three processes: one that only waits, and its children of two threads each."""
    process = subprocess.Popen(
        [sys.executable, "-c", FORKING], stdout=subprocess.PIPE, start_new_session=True
    )
    try:
        process.stdout.readline()
        yield process.pid
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()


def test_the_threads_of_all_that_the_tool_started_are_its_own():
    with a_family() as pid:
        tool = Tool(pid)
        waiting.until(lambda: tool.read().thread_count == 5, what="five threads")
        # read one after the other, so that a pause between them counts in one alone
        use_when(
            tool,
            lambda use: (
                use.thread_busy > 0.8 and abs(use.process_cpu - use.thread_cpu) < 0.1
            ),
        )
        after = tool.read()

    assert (after.thread_count, len(after.processes)) == (5, 3)


def test_a_process_that_has_ended_has_no_threads():
    with spinning() as pid:
        tool = Tool(pid)
        assert tool.read().thread_count == 1

    assert tool.read().thread_count == 0


def test_a_process_that_was_not_reaped_yet_has_ended():
    process = subprocess.Popen(["sleep", "3600"])
    tool = Tool(process.pid)
    process.kill()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)

    assert tool.read().thread_count == 0
    process.wait()


def test_a_process_id_that_was_given_away_is_not_the_tools():
    with spinning() as pid:
        tool = Tool(pid)
    with spinning() as other:
        tool._pid = other  # as if the system had come round to the same number

        assert tool.read().threads == {}


def test_without_schedstat_the_machine_is_told_all_the_same():
    idle = {"machine": CpuTime(2.0, 8.0), "allowed": CpuTime(2.0, 8.0)}
    after = Reading(at=2.0, thread_count=3, **idle)

    found = between(Reading(at=0.0, thread_count=3), after, workers=1)

    assert (found.idle, found.thread_busy, found.client_cpu) == (0.25, None, None)


@pytest.mark.parametrize("text", ["0 0 0\n", ""])
def test_a_kernel_that_does_not_count_tells_nothing(tmp_path, text):
    told = tmp_path / "schedstat"
    told.write_text(text)

    assert loadgen._thread(told) is None


def test_the_last_thread_of_a_tool_does_not_stand_for_it():
    before = reading(0.0, (0, 0), (0, 0), total=0)

    assert between(before, reading(2.0, (0, 0), total=2), workers=1) is None


def test_the_threads_read_before_are_read_again():
    first = chosen_of(range(1000, 2000), before=[])
    gone = set(first[:10])
    later = chosen_of(
        [each for each in range(900, 2000) if each not in gone], before=first
    )

    assert len(first) == 250
    assert max(first) > 1950
    assert set(first) - set(later) == gone
    assert len(later) <= loadgen.MOST_THREADS


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.0.1", "::1"])
def test_loopback_is_this_host(address):
    assert same_host.is_this_host(address)


def test_an_address_of_an_interface_is_this_host():
    for addresses in psutil.net_if_addrs().values():
        for own in addresses:
            if own.family.name in {"AF_INET", "AF_INET6"}:
                assert same_host.is_this_host(own.address.split("%")[0])


@pytest.mark.parametrize("address", ["192.0.2.7", "2001:db8::7"])
def test_other_addresses_are_other_hosts(address):
    assert not same_host.is_this_host(address)


def test_a_machine_says_its_processor_kernel_and_way():
    found = machine.describe("127.0.0.1")

    assert found["interface"] == "lo"
    assert found["network_mbit"] is None
    assert found["kernel"].startswith("Linux ")
    assert found["cpu_model"] is None or found["cpu_model"].strip()
    assert machine.describe("not an address")["interface"] is None
