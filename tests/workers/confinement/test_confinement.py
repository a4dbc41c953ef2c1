"""What a tool and a probe may take, whoever they speak to."""

import socket
import sys
import threading
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.failures.failure import BenchbookError
from benchruns.sentences.failures.table import of_failure
from tests import waiting
from tests.servers.programs import mysql_engine
from workers import probes
from workers.confinement import bounded_output, process, tool_limits
from workers.confinement.bounded_output import LAST_BYTES, BoundedOutput, Lines
from workers.confinement.guard import Peer
from workers.confinement.tool_limits import MIB, ToolLimits
from workers.probes import confined
from workers.tools import sysbench


def start(code: str, tmp_path: Path, limits: ToolLimits) -> process.Completed:
    return process.run(
        [sys.executable, "-c", code],
        stdin=None,
        env={},
        cwd=tmp_path,
        on_line=lambda _line: None,
        poll=lambda: None,
        poll_seconds=0.05,
        timeout_seconds=waiting.HANG_SECONDS,
        limits=limits,
    )


CONNECT = """
import socket, sys
try:
    socket.create_connection(({host!r}, {port}))
except OSError as error:
    print(error)
else:
    print("connected")
"""


@pytest.fixture
def listening():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


def test_a_tool_connects_to_its_server(tmp_path, listening):
    port = listening.getsockname()[1]

    done = start(
        CONNECT.format(host="127.0.0.1", port=port),
        tmp_path,
        ToolLimits(peer=Peer("127.0.0.1", port)),
    )

    assert done.output == "connected\n"


@pytest.mark.parametrize("host", ["127.0.0.1", "::ffff:127.0.0.1"])
@pytest.mark.parametrize("also_elsewhere", ["", "import os; os.fork()\n"])
def test_a_tool_connects_nowhere_else(tmp_path, listening, host, also_elsewhere):
    port = listening.getsockname()[1]
    listening.setblocking(False)

    with pytest.raises(BenchbookError) as caught:
        start(
            also_elsewhere + CONNECT.format(host=host, port=port),
            tmp_path,
            ToolLimits(peer=Peer("127.0.0.1", port + 1)),
        )

    assert caught.value.failure.code == "led_elsewhere"
    with pytest.raises(BlockingIOError):
        listening.accept()


OTHER_WAYS = {
    "a datagram": "socket.socket(socket.AF_INET, socket.SOCK_DGRAM)",
    "a raw packet": "socket.socket(socket.AF_INET6, socket.SOCK_RAW, 58)",
    "an address to send to": "socket.socket().sendto(b'x', 0, there)",
    "TCP Fast Open": "socket.socket().sendto(b'x', 0x20000000, there)",
    "TCP Fast Open of a message": "socket.socket().sendmsg([b'x'], [], 0x20000000, there)",
    "io_uring": "call(425, 8, ctypes.create_string_buffer(120))",
    "the calls of x32": "call(0x40000000 + 42, 0, 0, 0)",
}
TRY = """
import ctypes, os, socket
there = {there!r}
def call(*values):
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(*values) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
try:
    {way}
except OSError as error:
    print(error.strerror)
else:
    print("done")
"""


@pytest.mark.parametrize("way", OTHER_WAYS.values(), ids=OTHER_WAYS)
def test_a_tool_reaches_nothing_in_another_way(tmp_path, listening, way):
    listening.setblocking(False)

    done = start(
        TRY.format(way=way, there=listening.getsockname()),
        tmp_path,
        ToolLimits(peer=Peer(*listening.getsockname())),
    )

    assert done.output in {"Permission denied\n", "Function not implemented\n"}
    with pytest.raises(BlockingIOError):
        listening.accept()


def test_what_a_load_may_take_is_less_than_the_machine_has():
    limits = tool_limits.of_load(
        Peer("127.0.0.1", 1),
        loaded_bytes=MIB,
        process_bytes=MIB,
        connections=10_000,
        statements=10**9,
        seconds=60,
    )

    assert limits.memory_bytes < psutil.virtual_memory().total


def test_a_small_load_may_take_little():
    limits = tool_limits.of_load(
        Peer("127.0.0.1", 1),
        loaded_bytes=sysbench.LOADED_BYTES,
        process_bytes=sysbench.LOADED_BYTES,
        connections=4,
        statements=0,
        seconds=60,
    )

    assert limits.memory_bytes == limits.data_bytes == (12 + 40 + 4 * 2) * MIB


def test_one_address_in_two_spellings_is_one_place(tmp_path, listening):
    port = listening.getsockname()[1]

    done = start(
        CONNECT.format(host="::ffff:127.0.0.1", port=port),
        tmp_path,
        ToolLimits(peer=Peer("127.0.0.1", port)),
    )

    assert done.output == "connected\n"


def test_guards_end_with_what_they_guard(tmp_path, listening):
    peer = Peer("127.0.0.1", listening.getsockname()[1])
    start("pass", tmp_path, ToolLimits(peer=peer))

    def is_over() -> bool:
        return all(thread.name != "guard" for thread in threading.enumerate())

    waiting.until(is_over, what="the guard's end")


def test_a_tool_that_takes_too_much_memory_is_stopped(tmp_path):
    with pytest.raises(BenchbookError) as caught:
        start(
            "import time; held = b'x' * 300_000_000; time.sleep(600)",
            tmp_path,
            ToolLimits(memory_bytes=100 * MIB),
        )

    assert caught.value.failure.code == "tool_memory"
    assert "100 MiB" in of_failure(caught.value.failure)


def test_memory_of_what_a_tool_started_counts(tmp_path):
    code = """
import os, time
for _ in range(3):
    if os.fork() == 0:
        break
held = b'x' * 100_000_000
time.sleep(600)
"""
    with pytest.raises(BenchbookError) as caught:
        start(code, tmp_path, ToolLimits(memory_bytes=300 * MIB))

    assert caught.value.failure.code == "tool_memory"


def test_of_endless_output_beginning_and_report_stay(tmp_path):
    code = "print('first'); print('noise\\n' * 500_000 + 'the report')"

    done = start(code, tmp_path, ToolLimits(output_bytes=MIB))

    lines = done.output.splitlines()
    assert (lines[0], lines[-1]) == ("first", "the report")
    assert len(done.output) < MIB + 2 * LAST_BYTES
    [note] = [line for line in lines if line.endswith("left out]")]
    left_out = int(note.split()[0].strip("[").replace(",", ""))
    assert left_out + len(done.output) - len(note) - 2 == len("first\nthe report\n") + (
        500_000 * len("noise\n")
    )


@given(st.lists(st.binary(max_size=40), max_size=20))
def test_output_within_bounds_stays_as_it_is(pieces):
    output, lines = BoundedOutput(most=10), Lines()
    read = []
    for piece in pieces:
        output.add(piece)
        read += lines.add(piece)
    read += lines.last()

    whole = b"".join(pieces).decode(errors="replace")
    assert output.text == whole
    printed = whole.replace("\0", "\ufffd").removesuffix("\n")
    assert read == (printed.split("\n") if whole else [])


@given(
    st.binary(max_size=200), st.integers(0, 50), st.integers(1, 30), st.integers(1, 30)
)
def test_no_byte_is_in_the_output_twice(whole, most, last, size):
    output = BoundedOutput(most=most)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bounded_output, "LAST_BYTES", last)
        for at in range(0, len(whole), size):
            output.add(whole[at : at + size].replace(b"\r", b"."))

    whole = whole.replace(b"\r", b".")
    if "left out]" not in output.text:
        assert output.text == whole.decode(errors="replace")
    else:
        assert output.text.startswith(whole[:most].decode(errors="replace"))


def test_a_line_without_an_end_is_cut_and_says_by_how_much():
    lines = Lines()

    found = [*lines.add(b"x" * 10_000_000), *lines.add(b"y\nnext\n")]

    kept = bounded_output.LONGEST_LINE
    assert found == [
        "x" * kept + f" [{10_000_001 - kept:,} bytes left out]",
        "next",
    ]


def fork_servers() -> list[psutil.Process]:
    """Of this process, with what they have forked."""
    found = []
    for each in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):  # a probe's, that ends with the probe
            if "fork_server" in " ".join(each.cmdline()):
                found.append(each)
    return found


@pytest.mark.engine
def test_a_probe_s_process_has_none_of_the_worker_s_secrets(
    mariadb_target, monkeypatch
):
    monkeypatch.setenv("ENCRYPTION_KEYS", "hush")
    with probes.connect(mariadb_target):
        servers = fork_servers()
        seen = [Path(f"/proc/{each.pid}/environ").read_bytes() for each in servers]
        said = [" ".join(each.cmdline()) for each in servers]

    assert servers
    assert all(b"hush" not in each for each in seen)
    assert all(mariadb_target.password not in each for each in said)


@pytest.mark.engine
def test_a_probe_s_process_ends_with_the_probe(mariadb_target):
    def below() -> set[int]:
        return {each.pid for each in psutil.Process().children(recursive=True)}

    with probes.connect(mariadb_target):
        during = below()
    with probes.connect(mariadb_target):
        pass

    waiting.until(
        lambda: len(below() & during) < len(during),
        what="the end of the probe's process",
    )


@pytest.mark.engine
def test_a_fork_server_that_was_killed_is_started_again(mariadb_target):
    with probes.connect(mariadb_target):
        pass
    for each in fork_servers():
        with suppress(psutil.NoSuchProcess):
            each.kill()
            each.wait()

    with probes.connect(mariadb_target) as probe:
        assert probe.facts().engine == mysql_engine()


@pytest.mark.engine
def test_a_fork_server_that_does_not_answer_is_not_waited_for(
    mariadb_target, monkeypatch
):
    with probes.connect(mariadb_target):
        pass
    stopped = fork_servers()
    for each in stopped:
        with suppress(psutil.NoSuchProcess):
            each.suspend()
    monkeypatch.setattr(confined, "START_SECONDS", 0.5)
    try:
        with pytest.raises(BenchbookError) as caught:
            probes.connect(mariadb_target)
    finally:
        for each in stopped:
            with suppress(psutil.NoSuchProcess):
                each.resume()
    monkeypatch.undo()

    assert caught.value.failure.code == "probe_not_started"
    with probes.connect(mariadb_target) as probe:
        assert probe.facts().engine == mysql_engine()
