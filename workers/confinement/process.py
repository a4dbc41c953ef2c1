"""The one place that starts tools.

A command runs in a process group of its own, without a shell, with a minimal
environment, and never outlives the process that started it. Secrets reach it through
its standard input, or through files in the private folder that it runs in.
"""

import ctypes
import os
import selectors
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from benchruns.failures.failure import BenchbookError, Failure, failure
from workers.confinement.bounded_output import BoundedOutput, Lines
from workers.confinement.guard import Guard, hand_over
from workers.confinement.tool_limits import ToolLimits

SEARCH_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
# Of complaints the first and as much of the last: enough to find the cause in; a tool may
# repeat them for ever.
STDERR_BYTES = 64 * 1024
STDIN_BYTES = 64 * 1024  # what a pipe holds, so that writing it never blocks
PIPE_BYTES = 64 * 1024
TERM_SECONDS = 1.0  # between SIGTERM and SIGKILL

NO_SERVER = ToolLimits()  # of a command that speaks to none

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)  # loaded here: not safe after a fork


@dataclass(frozen=True, slots=True, kw_only=True)
class Completed:
    """How a command ended; ``exit_status`` is negative for death by a signal."""

    exit_status: int
    output: str
    stderr: str
    seconds: float
    cpu_seconds: float


class ToolTimeout(BenchbookError):
    """The command ran longer than it may, and was killed."""


def run(
    argv: Sequence[str],
    *,
    stdin: str | None,
    env: Mapping[str, str],
    cwd: Path,
    on_line: Callable[[str], None],
    poll: Callable[[], None],
    poll_seconds: float = 0.5,
    timeout_seconds: float,
    on_start: Callable[[int], None] | None = None,
    merges_stderr: bool = False,
    limits: ToolLimits = NO_SERVER,
) -> Completed:
    """Run a command to its end, handing over its lines as they come.

    With ``merges_stderr`` its complaints are lines among the others, where they fell.
    ``poll`` is called at least every ``poll_seconds``. When it, ``on_line`` or
    ``on_start`` (which gets the process id) raises, the whole process group is killed
    and the exception goes on to the caller. The same happens, with a BenchbookError, to
    one that goes beyond its ``limits``; of too much output the middle is left out.
    """
    started = time.monotonic()
    with _started(
        argv,
        env=env,
        cwd=cwd,
        stdin=stdin,
        merges_stderr=merges_stderr,
        limits=limits,
    ) as child:
        if on_start is not None:
            on_start(child.pid)
        _follow(
            child,
            on_line=on_line,
            poll=lambda: _look(child, limits, poll),
            poll_seconds=poll_seconds,
            deadline=started + timeout_seconds,
        )
        limits.check(child.pid, child.guard)
    return Completed(
        exit_status=child.exit_status,
        output=child.output.text,
        stderr=child.stderr.text,
        seconds=time.monotonic() - started,
        cpu_seconds=child.cpu_seconds,
    )


@dataclass(slots=True)
class _Child:
    """A running command and what it has said so far."""

    popen: subprocess.Popen[bytes]
    pidfd: int
    output: BoundedOutput
    guard: Guard | None
    stderr: BoundedOutput = field(
        default_factory=partial(BoundedOutput, STDERR_BYTES, last=STDERR_BYTES)
    )
    lines: Lines = field(default_factory=Lines)
    exit_status: int = 0
    cpu_seconds: float = 0.0

    @property
    def pid(self) -> int:
        return self.popen.pid


@contextmanager
def _started(
    argv: Sequence[str],
    *,
    env: Mapping[str, str],
    cwd: Path,
    stdin: str | None,
    merges_stderr: bool,
    limits: ToolLimits,
) -> Iterator[_Child]:
    """A started command; on leaving, it and its group are gone and reaped."""
    told = (stdin or "").encode()
    if len(told) > STDIN_BYTES:
        raise ValueError("the standard input of a tool is a few lines, not a file")
    guard = None if limits.peer is None else Guard(limits.peer)
    popen = _start(
        argv,
        env=env,
        cwd=cwd,
        merges_stderr=merges_stderr,
        guard=guard,
        limits=limits,
    )
    child = _watchable(popen, BoundedOutput(limits.output_bytes), guard)
    try:
        _tell(child.popen, told)
        yield child
    finally:
        _end(child)


def _watchable(
    popen: subprocess.Popen[bytes], output: BoundedOutput, guard: Guard | None
) -> _Child:
    """The command with a handle on it; one that cannot be watched does not stay."""
    try:
        pidfd = os.pidfd_open(popen.pid)
        return _Child(popen=popen, pidfd=pidfd, output=output, guard=guard)
    except BaseException:
        with popen:  # closes its pipes and reaps it
            os.killpg(popen.pid, signal.SIGKILL)
        raise


def _start(
    argv: Sequence[str],
    *,
    env: Mapping[str, str],
    cwd: Path,
    merges_stderr: bool,
    guard: Guard | None,
    limits: ToolLimits,
) -> subprocess.Popen[bytes]:
    parent = os.getpid()
    ours, theirs = socket.socketpair()

    def in_the_child() -> None:
        # The kernel's signal is for this child's own parent thread only; a parent that
        # died between fork and prctl sends none, hence the second look.
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)
        limits.apply()
        if guard is not None:
            hand_over(theirs)

    with ours, theirs:
        try:
            popen = subprocess.Popen(
                list(argv),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT if merges_stderr else subprocess.PIPE,
                env={"PATH": SEARCH_PATH, "LC_ALL": "C", **env},
                cwd=cwd,
                bufsize=0,
                start_new_session=True,
                preexec_fn=in_the_child,
            )
        except FileNotFoundError as error:
            raise BenchbookError(
                failure("tool_missing", str(error), program=argv[0])
            ) from error
        if guard is not None:
            guard.take_over(ours)
    return popen


def _look(child: _Child, limits: ToolLimits, poll: Callable[[], None]) -> None:
    limits.check(child.pid, child.guard)
    poll()


def _tell(popen: subprocess.Popen[bytes], told: bytes) -> None:
    if popen.stdin is None:
        raise AssertionError("standard input is a pipe")
    with suppress(BrokenPipeError):  # it ended already; its output says why
        popen.stdin.write(told)
    popen.stdin.close()


def _follow(
    child: _Child,
    *,
    on_line: Callable[[str], None],
    poll: Callable[[], None],
    poll_seconds: float,
    deadline: float,
) -> None:
    """Read until the command ends; wakes up for a line, a poll or the end only."""
    next_poll = time.monotonic() + poll_seconds
    with selectors.DefaultSelector() as selector:
        _watch(selector, child)
        ended = False
        while not ended:
            wait = min(next_poll, deadline) - time.monotonic()
            ready = selector.select(max(wait, 0))
            # read the pipes first: the end is only true when they are drained
            ended, came = _take(selector, child, ready)
            for line in child.lines.add(came):
                on_line(line)
            now = time.monotonic()
            if now >= next_poll:
                poll()
                next_poll = time.monotonic() + poll_seconds
            if now >= deadline and not ended:
                raise ToolTimeout(_timeout(child))
    for line in child.lines.last():
        on_line(line)


def _watch(selector: selectors.DefaultSelector, child: _Child) -> None:
    for pipe in (child.popen.stdout, child.popen.stderr):
        if pipe is None:  # stderr, when it is merged
            continue
        os.set_blocking(pipe.fileno(), False)
        selector.register(pipe, selectors.EVENT_READ)
    selector.register(child.pidfd, selectors.EVENT_READ)


def _take(
    selector: selectors.DefaultSelector,
    child: _Child,
    ready: list[tuple[selectors.SelectorKey, int]],
) -> tuple[bool, bytes]:
    """Read what is there; whether the command has ended, and what came of its lines.

    Its end is told by the process, not the pipes: a grandchild may hold those open.
    """
    ended = any(key.fd == child.pidfd for key, _events in ready)
    if ended:
        # what it left running could otherwise write for ever while we drain
        _signal_group(child, signal.SIGKILL)
    keys = list(selector.get_map().values()) if ended else [key for key, _ in ready]
    came = bytearray()
    for key in keys:
        if key.fd == child.pidfd:
            continue
        piece, is_open = _read(key.fd, to_the_end=ended)
        if key.fileobj is child.popen.stderr:
            child.stderr.add(piece)
        else:
            child.output.add(piece)
            came += piece
        if not is_open:
            selector.unregister(key.fileobj)
    return ended, bytes(came)


def _read(pipe: int, *, to_the_end: bool) -> tuple[bytes, bool]:
    """What a pipe holds now, or all of it; and whether more may come."""
    found = bytearray()
    while True:
        try:
            piece = os.read(pipe, PIPE_BYTES)
        except BlockingIOError:
            return bytes(found), True
        if not piece:
            return bytes(found), False
        found += piece
        if not to_the_end:
            return bytes(found), True


def _end(child: _Child) -> None:
    """See to it that the whole group is gone, and reap the command."""
    try:
        if not _has_ended(child, within=0):
            _signal_group(child, signal.SIGTERM)
            _has_ended(child, within=TERM_SECONDS)
        # The command is not reaped yet, so its group's number is still its own. This
        # also ends what it left running in the group.
        _signal_group(child, signal.SIGKILL)
        _pid, status, usage = os.wait4(child.pid, 0)
        child.exit_status = os.waitstatus_to_exitcode(status)
        child.cpu_seconds = usage.ru_utime + usage.ru_stime
        child.popen.returncode = child.exit_status  # reaped here: Popen need not wait
    finally:
        os.close(child.pidfd)
        for pipe in (child.popen.stdin, child.popen.stdout, child.popen.stderr):
            if pipe is not None:
                pipe.close()


def _has_ended(child: _Child, *, within: float) -> bool:
    with selectors.DefaultSelector() as selector:
        selector.register(child.pidfd, selectors.EVENT_READ)
        return bool(selector.select(within))


def _signal_group(child: _Child, number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, number)


def _timeout(child: _Child) -> Failure:
    tail = child.output.text[-2000:].strip().splitlines()
    return failure("tool_timeout", tail[-1] if tail else "")
