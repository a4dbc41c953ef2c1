"""The faults: each is done to the world, and mended as a supervisor would mend it."""

import resource
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlsplit

import psutil
import psycopg
import redis as redis_client

from benchruns.models import Run
from benchruns.vocabulary import RunState
from portal import dispatch
from tests.faults.world import Side, World, family, frozen, token
from tests.stack import let_leases_run_out
from tests.submission_files import sysbench_text

BRIEF_SECONDS = 3.0
RARELY_SECONDS = 0.02
MIB = 2**20
SHORT_SECONDS = 0.2  # a part of what taking an upload in takes
QUEUES = ("runs", "control", "tend", "webhooks")
BOTH = ("runs", "second")
BROKEN = "broken.txt"
NO_STEP = "0"
Deed = Callable[[World, Side, list[Run]], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """``may_fail``: a run may end in failure by it, with a reason other than ours."""

    name: str
    inject: Deed
    may_fail: bool = False
    needs_tool: bool = False


class NothingThere(Exception):
    """What was to be hit had ended."""


def _end(names: tuple[str, ...], number: signal.Signals) -> Deed:
    def inject(world: World, _side: Side, _runs: list[Run]) -> None:
        for name in names:
            world.stack.processes[name].send_signal(number)
        for name in names:
            world.stack.processes[name].wait()

    return inject


def _kill_pool(world: World, _side: Side, _runs: list[Run]) -> None:
    """The process that carries the run out, not the one that a supervisor knows."""
    for name in BOTH:
        worker = psutil.Process(world.stack.processes[name].pid)
        for child in worker.children():
            child.kill()


def _signal_tool(number: signal.Signals) -> Deed:
    def inject(_world: World, side: Side, runs: list[Run]) -> None:
        for process in _tools(side, runs):
            with suppress(psutil.NoSuchProcess):
                process.send_signal(number)

    return inject


def _tools(side: Side, runs: list[Run]) -> list[psutil.Process]:
    """A phase is written before its tool has started."""
    while not (found := side.tools()):
        if not Run.objects.filter(
            pk__in=[run.pk for run in runs], state=RunState.RUNNING
        ).exists():
            raise NothingThere
        time.sleep(RARELY_SECONDS)
    return found


def _broker_away(world: World, _side: Side, _runs: list[Run]) -> None:
    world.redis.kill()
    time.sleep(BRIEF_SECONDS)
    world.redis.restart()


def _broker_frozen(world: World, _side: Side, _runs: list[Run]) -> None:
    with frozen(world.redis):
        time.sleep(BRIEF_SECONDS * 2)


def _broker(world: World) -> redis_client.Redis:
    return redis_client.Redis.from_url(world.redis.server.url)


def _broker_emptied(world: World, _side: Side, _runs: list[Run]) -> None:
    with closing(_broker(world)) as broker:
        broker.flushall()


def _messages_lost(world: World, _side: Side, _runs: list[Run]) -> None:
    """Whatever is sent for a while goes nowhere."""
    ends_at = time.monotonic() + BRIEF_SECONDS
    with closing(_broker(world)) as broker:
        while time.monotonic() < ends_at:
            broker.delete(*QUEUES)
            time.sleep(0.01)


def _messages_doubled(_world: World, _side: Side, runs: list[Run]) -> None:
    """To both workers at once, so that they claim at once."""
    for _ in range(10):
        for run in runs:
            dispatch.announce(run.pk)


def _messages_reordered(world: World, _side: Side, runs: list[Run]) -> None:
    """While nobody takes any, so that there are several; the last comes out first."""
    takers = [psutil.Process(world.stack.processes[name].pid) for name in BOTH]
    for taker in takers:
        taker.suspend()
    try:
        for run in (*runs, *runs, *runs):
            dispatch.announce(run.pk)
        with closing(_broker(world)) as broker:
            for name in QUEUES:
                if waiting := broker.lrange(name, 0, -1):
                    broker.delete(name)
                    broker.lpush(name, *waiting)
    finally:
        for taker in takers:
            taker.resume()


def _portal_away(how: str, world: World, _side: Side, _runs: list[Run]) -> None:
    assert world.portal is not None
    getattr(world.portal, how)()
    time.sleep(BRIEF_SECONDS)
    world.portal.restart()


def _portal_frozen(seconds: float, world: World, _side: Side, _runs: list[Run]) -> None:
    assert world.portal is not None
    with frozen(world.portal):
        time.sleep(seconds)


def _portal_migrated(world: World, _side: Side, _runs: list[Run]) -> None:
    """A column comes and goes; the table of runs is locked meanwhile."""
    assert world.portal is not None
    url = world.portal.server.url
    for change in ("ADD COLUMN of_later integer", "DROP COLUMN of_later"):
        with psycopg.connect(url) as connection:
            connection.execute(f"ALTER TABLE benchruns_run {change}")
            time.sleep(BRIEF_SECONDS)


def _column_renamed(world: World, _side: Side, _runs: list[Run]) -> None:
    """One that each renewal of a lease names, by a migration that is taken back."""
    _change_schema(
        world,
        "ALTER TABLE benchruns_run RENAME COLUMN lease_expires_at TO leased_until",
        "ALTER TABLE benchruns_run RENAME COLUMN leased_until TO lease_expires_at",
    )


def _column_dropped(world: World, _side: Side, _runs: list[Run]) -> None:
    """One that each sample and event of a tool is stored with; what it held is gone."""
    _change_schema(
        world,
        "ALTER TABLE benchruns_sample DROP COLUMN reconnects_per_s",
        "ALTER TABLE benchruns_sample ADD COLUMN reconnects_per_s double precision",
    )


def _change_schema(world: World, there: str, back: str) -> None:
    assert world.portal is not None
    url = world.portal.server.url
    with psycopg.connect(url) as connection:
        connection.execute(there)
    time.sleep(BRIEF_SECONDS)
    with psycopg.connect(url) as connection:
        connection.execute(back)


def _portal_disk_full(world: World, _side: Side, _runs: list[Run]) -> None:
    """Not a byte is left to the portal's database, which may end of it."""
    assert world.portal is not None
    home = world.portal.server.home
    if not home.is_mount():
        raise NothingThere
    ballast = home / "ballast"
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(MIB))
    with suppress(OSError), ballast.open("ab", buffering=0) as file:
        while True:
            file.write(bytes(512))
    time.sleep(BRIEF_SECONDS)
    ballast.unlink()
    process = world.portal.process
    if process is not None and process.poll() is not None:
        world.portal.restart()


def _target_away(how: str, _world: World, side: Side, _runs: list[Run]) -> None:
    getattr(side.server, how)()
    time.sleep(BRIEF_SECONDS / 3)
    side.server.restart()


def _target_frozen(seconds: float, _world: World, side: Side, _runs: list[Run]) -> None:
    with frozen(side.server):
        time.sleep(seconds)


def _way_broken(how: str, _world: World, side: Side, _runs: list[Run]) -> None:
    getattr(side.way, how)()
    time.sleep(BRIEF_SECONDS)
    side.way.mend()


def _disk_full(world: World, _side: Side, _runs: list[Run]) -> None:
    """No process of the load generators can write to a file, for a while."""
    found = [
        process
        for name in BOTH
        for process in family(psutil.Process(world.stack.processes[name].pid))
    ]
    for process in found:
        _limit_files(process, 0)
    time.sleep(BRIEF_SECONDS)
    for process in found:
        _limit_files(process, resource.RLIM_INFINITY)


def _limit_files(process: psutil.Process, size: int) -> None:
    limits = (size, resource.RLIM_INFINITY)
    with suppress(ProcessLookupError):
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, limits)


def _lease_taken(_world: World, _side: Side, _runs: list[Run]) -> None:
    """What a control worker does whose clock is a lease ahead."""
    let_leases_run_out()


def _clock_stepped(step: str, world: World, _side: Side, _runs: list[Run]) -> None:
    """Of all programs, and back; what counts seconds goes on."""
    assert world.clock is not None
    world.clock.write_text(step)
    time.sleep(BRIEF_SECONDS)
    world.clock.write_text(NO_STEP)


def _claims_at_once(_world: World, _side: Side, runs: list[Run]) -> None:
    """Messages from many threads, for each run."""
    threads = [
        threading.Thread(target=dispatch.announce, args=[run.pk])
        for run in runs
        for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _head_of_upload(world: World, side: Side, *, name: str, size: int) -> bytes:
    place = urlsplit(world.url)
    part = (
        f"--xx\r\nContent-Disposition: form-data; name=files; filename={name}\r\n\r\n"
    )
    end = len("\r\n--xx--\r\n")
    head = (
        "POST /api/v1/submissions/ HTTP/1.1\r\n"
        f"Host: {place.netloc}\r\nAuthorization: Bearer {token(side.endpoint)}\r\n"
        "Content-Type: multipart/form-data; boundary=xx\r\n"
        f"Content-Length: {len(part) + size + end}\r\n\r\n{part}"
    )
    return head.encode()


def _line(world: World) -> socket.socket:
    place = urlsplit(world.url)
    return socket.create_connection((place.hostname, place.port))


def _upload_broken(world: World, side: Side, _runs: list[Run]) -> None:
    head = _head_of_upload(world, side, name=BROKEN, size=900_000)
    for _ in range(3):
        with closing(_line(world)) as line:
            line.sendall(head + b"x" * 300_000)


def _upload_stored(world: World, side: Side, runs: list[Run]) -> None:
    """Whole reports arrive, and the web server is killed while it takes them in."""
    text = sysbench_text().encode()
    head = _head_of_upload(world, side, name="whole.txt", size=len(text))
    with ExitStack() as lines:
        for number in range(3):
            line = lines.enter_context(closing(_line(world)))
            line.sendall(head + text + b"\r\n--xx--\r\n")
            time.sleep(number * SHORT_SECONDS)
        _end(("web",), KILL)(world, side, runs)


KILL, TERM = signal.SIGKILL, signal.SIGTERM
WITHOUT_PORTAL: tuple[Kind, ...] = (
    Kind(name="workers killed", inject=_end(BOTH, KILL)),
    Kind(name="workers told to stop", inject=_end(BOTH, TERM)),
    Kind(name="pool processes killed", inject=_kill_pool),
    Kind(name="control killed", inject=_end(("control",), KILL)),
    Kind(name="control told to stop", inject=_end(("control",), TERM)),
    Kind(name="tend killed", inject=_end(("tend",), KILL)),
    Kind(name="tend told to stop", inject=_end(("tend",), TERM)),
    Kind(name="webhooks killed", inject=_end(("webhooks",), KILL)),
    Kind(name="webhooks told to stop", inject=_end(("webhooks",), TERM)),
    Kind(name="beat killed", inject=_end(("beat",), KILL)),
    Kind(name="beat told to stop", inject=_end(("beat",), TERM)),
    Kind(name="web killed", inject=_end(("web",), KILL)),
    Kind(name="web told to stop", inject=_end(("web",), TERM)),
    Kind(name="tool killed", inject=_signal_tool(KILL), may_fail=True, needs_tool=True),
    Kind(
        name="tool told to stop",
        inject=_signal_tool(TERM),
        may_fail=True,
        needs_tool=True,
    ),
    Kind(name="Redis killed", inject=_broker_away),
    Kind(name="Redis emptied", inject=_broker_emptied),
    Kind(name="Redis frozen", inject=_broker_frozen),
    Kind(name="messages lost", inject=_messages_lost),
    Kind(name="messages doubled", inject=_messages_doubled),
    Kind(name="messages reordered", inject=_messages_reordered),
    Kind(name="claims at once", inject=_claims_at_once),
    Kind(name="target killed", inject=partial(_target_away, "kill"), may_fail=True),
    Kind(name="target restarted", inject=partial(_target_away, "stop"), may_fail=True),
    Kind(
        name="target frozen",
        inject=partial(_target_frozen, BRIEF_SECONDS),
        may_fail=True,
    ),
    Kind(
        name="target frozen beyond a lease",
        inject=partial(_target_frozen, BRIEF_SECONDS * 5),
        may_fail=True,
    ),
    Kind(name="way cut", inject=partial(_way_broken, "cut"), may_fail=True),
    Kind(name="way silent", inject=partial(_way_broken, "silence"), may_fail=True),
    Kind(name="disk full", inject=_disk_full, may_fail=True),
    Kind(name="lease taken from a live worker", inject=_lease_taken),
    Kind(name="uploads broken off", inject=_upload_broken),
    Kind(name="web killed at uploads", inject=_upload_stored),
)
OF_PORTAL: tuple[Kind, ...] = (
    Kind(
        name="portal's database killed",
        inject=partial(_portal_away, "kill"),
    ),
    Kind(
        name="portal's database restarted",
        inject=partial(_portal_away, "stop"),
    ),
    Kind(
        name="portal's database frozen",
        inject=partial(_portal_frozen, BRIEF_SECONDS),
    ),
    Kind(
        name="portal's database frozen beyond a lease",
        inject=partial(_portal_frozen, BRIEF_SECONDS * 5),
    ),
    Kind(name="portal's database migrated", inject=_portal_migrated),
    Kind(name="portal's column renamed", inject=_column_renamed),
    Kind(name="portal's column dropped", inject=_column_dropped),
    Kind(name="portal's disk full", inject=_portal_disk_full),
)
OF_CLOCK: tuple[Kind, ...] = (
    Kind(
        name="clock an hour ahead",
        inject=partial(_clock_stepped, "3600"),
    ),
    Kind(
        name="clock an hour behind",
        inject=partial(_clock_stepped, "-3600"),
    ),
)
KINDS = {kind.name: kind for kind in (*WITHOUT_PORTAL, *OF_PORTAL, *OF_CLOCK)}
