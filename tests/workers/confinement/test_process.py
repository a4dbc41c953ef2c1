"""How commands are started, followed and, above all, ended."""

import errno
import os
import selectors
import signal
import subprocess
import sys
import time
from itertools import count
from pathlib import Path

import pytest

from benchruns.failures.failure import BenchbookError
from benchruns.sentences.failures.table import of_failure
from local.places import ROOT
from tests import waiting
from workers.confinement.process import STDERR_BYTES, ToolTimeout, run

ENDLESS = ["sleep", str(waiting.ENDLESS_SECONDS)]


class Cancelled(Exception):
    pass


def start(argv, tmp_path, **changes):
    options = {
        "stdin": None,
        "env": {},
        "cwd": tmp_path,
        "on_line": lambda _line: None,
        "poll": lambda: None,
        "timeout_seconds": waiting.HANG_SECONDS,
    }
    return run(argv, **{**options, **changes})


def is_alive(pid: int) -> bool:
    """Whether it still runs; a zombie, which waits to be reaped, does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def is_gone(pid: int) -> bool:
    waiting.until(lambda: not is_alive(pid), what=f"the end of process {pid}")
    return True


def cancel_at_call(number: int):
    """A poll that cancels when it is called so often."""
    calls = count(1)

    def poll() -> None:
        if next(calls) == number:
            raise Cancelled

    return poll


def cancel_after(lines: list[str], count: int = 1):
    """A poll that cancels as soon as the command has said so many lines."""

    def poll() -> None:
        if len(lines) >= count:
            raise Cancelled

    return poll


def test_a_command_is_told_its_input_and_its_output_is_kept_whole(tmp_path):
    done = start(["cat"], tmp_path, stdin="one\ntwo")

    assert done.exit_status == 0
    assert done.output == "one\ntwo"
    assert done.stderr == ""


def test_lines_come_while_the_command_runs(tmp_path):
    came = []

    def on_line(line: str) -> None:
        came.append(line)
        (tmp_path / "heard").touch()

    start(
        ["sh", "-c", "echo one; until [ -e heard ]; do sleep 0.05; done; printf two"],
        tmp_path,
        on_line=on_line,
    )

    assert came == ["one", "two"]


def test_the_exit_status_is_the_commands(tmp_path):
    assert start(["sh", "-c", "exit 3"], tmp_path).exit_status == 3
    assert start(["sh", "-c", "kill -SEGV $$"], tmp_path).exit_status == -11


def test_cpu_time_is_that_of_the_command(tmp_path):
    done = start(
        ["sh", "-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done"], tmp_path
    )

    assert 0 < done.cpu_seconds <= done.seconds + 0.1
    assert start(["sleep", "0.3"], tmp_path).cpu_seconds < done.cpu_seconds


def test_a_command_that_ignores_its_input_is_no_error(tmp_path):
    assert start(["true"], tmp_path, stdin="x" * 60_000).exit_status == 0


def test_much_output_on_both_sides_is_read_without_a_deadlock(tmp_path):
    script = "import sys\nfor _ in range(30000): print('o' * 50); print('e' * 50, file=sys.stderr)"

    done = start([sys.executable, "-c", script], tmp_path)

    assert len(done.output) == 30_000 * 51


def test_of_endless_complaints_the_first_and_the_last_stay(tmp_path):
    script = "import sys; print('first' + '\\n.' * 500_000 + 'last', file=sys.stderr)"

    complaints = start([sys.executable, "-c", script], tmp_path).stderr

    assert (complaints[:5], complaints.splitlines()[-1]) == ("first", ".last")
    assert "bytes left out]" in complaints
    assert len(complaints) < 4 * STDERR_BYTES


def test_bytes_that_are_no_text_are_replaced(tmp_path):
    assert start(["printf", r"\377\n"], tmp_path).output == "\ufffd\n"


def test_the_environment_holds_nothing_but_what_is_given(tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "hush")

    done = start(["env"], tmp_path, env={"PGCONNECT_TIMEOUT": "5"})

    names = {line.partition("=")[0] for line in done.output.splitlines()}
    assert names == {"PATH", "LC_ALL", "PGCONNECT_TIMEOUT"}


def test_no_shell_reads_the_arguments(tmp_path):
    assert start(["echo", "$(id); *"], tmp_path).output == "$(id); *\n"


def test_a_program_that_is_not_installed_is_named(tmp_path):
    with pytest.raises(BenchbookError) as caught:
        start(["no-such-tool"], tmp_path)

    assert caught.value.failure.code == "tool_missing"
    assert "no-such-tool" in of_failure(caught.value.failure)


def test_poll_is_called_while_the_command_is_silent(tmp_path):
    with pytest.raises(Cancelled):
        start(ENDLESS, tmp_path, poll=cancel_at_call(3), poll_seconds=0.1)


def test_the_wrapper_sleeps_while_nothing_happens(tmp_path, monkeypatch):
    looks = []

    class Counting(selectors.DefaultSelector):
        def select(self, timeout=None):
            looks.append(timeout)
            return super().select(timeout)

    monkeypatch.setattr(selectors, "DefaultSelector", Counting)

    start(["sleep", "1"], tmp_path, poll_seconds=60)

    assert len(looks) < 20


def test_a_cancelled_command_is_gone(tmp_path):
    pids = []

    def poll() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        start(ENDLESS, tmp_path, poll=poll, on_start=pids.append)

    assert not Path(f"/proc/{pids[0]}").exists()  # reaped too


def test_a_command_that_ignores_sigterm_is_killed(tmp_path):
    lines, pids, began = [], [], time.monotonic()

    with pytest.raises(Cancelled):
        start(
            ["sh", "-c", "trap '' TERM; echo ready; while :; do sleep 1; done"],
            tmp_path,
            on_line=lines.append,
            on_start=pids.append,
            poll=cancel_after(lines),
            poll_seconds=0.1,
        )

    assert time.monotonic() - began > 0.9  # after time to end by itself
    assert is_gone(pids[0])


def test_grandchildren_die_with_a_cancelled_command(tmp_path):
    lines = []

    with pytest.raises(Cancelled):
        start(
            ["sh", "-c", "(trap '' TERM; sleep 3600) & echo $!; wait"],
            tmp_path,
            on_line=lines.append,
            poll=cancel_after(lines),
            poll_seconds=0.1,
        )

    assert is_gone(int(lines[0]))


def test_what_a_command_leaves_running_is_ended_and_not_waited_for(tmp_path):
    done = start(["sh", "-c", "sleep 3600 & echo $!"], tmp_path)

    assert is_gone(int(done.output))


def test_an_error_in_the_line_handler_ends_the_command(tmp_path):
    pids = []

    def refuse(line: str) -> None:
        raise Cancelled(line)

    with pytest.raises(Cancelled):
        start(
            ["sh", "-c", "echo one; sleep 3600"],
            tmp_path,
            on_line=refuse,
            on_start=pids.append,
        )

    assert is_gone(pids[0])


def test_a_command_that_takes_too_long_is_stopped(tmp_path):
    command = ["sh", "-c", "echo last; sleep 3600"]

    for seconds in (0.5, 5, 50):  # a busy machine takes longer to say "last"
        with pytest.raises(ToolTimeout) as caught:
            start(command, tmp_path, timeout_seconds=seconds)
        if caught.value.failure.detail:
            break

    assert caught.value.failure.code == "tool_timeout"
    assert caught.value.failure.detail == "last"


def test_endless_output_does_not_hold_up_the_time_limit_or_poll(tmp_path):
    command = ["sh", "-c", "while :; do echo x; sleep 0.01; done"]

    with pytest.raises(ToolTimeout):
        start(command, tmp_path, timeout_seconds=0.6)
    with pytest.raises(Cancelled):
        start(command, tmp_path, poll=cancel_at_call(3), poll_seconds=0.1)


def test_a_command_that_cannot_be_watched_is_not_left_running(tmp_path, monkeypatch):
    pids = []

    def no_room(pid: int) -> int:
        pids.append(pid)
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(os, "pidfd_open", no_room)

    with pytest.raises(OSError, match="open files"):
        start(ENDLESS, tmp_path)

    assert is_gone(pids[0])


@pytest.mark.fault
def test_a_tool_dies_with_a_worker_that_is_killed(tmp_path):
    script = (
        "import sys; from pathlib import Path; from workers.confinement.process import run\n"
        "run(['sleep', '3600'], stdin=None, env={}, cwd=Path('/'), timeout_seconds=3600,\n"
        "    on_line=print, poll=lambda: None,\n"
        "    on_start=lambda pid: print(pid, flush=True))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as worker:
        tool = int(worker.stdout.readline())
        assert is_alive(tool)

        os.kill(worker.pid, signal.SIGKILL)

    assert is_gone(tool)
