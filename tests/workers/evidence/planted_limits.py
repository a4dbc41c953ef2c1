"""Limits that a run is given on purpose: no CPU for its tool, a server that stands still."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psutil

from tests.workers import own_servers
from workers.connecting.target import Target

SPINNERS = 3
# A server that is held up for most of the time, however many CPUs are free.
STOPPED_SECONDS, GOING_SECONDS = 0.18, 0.02


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


@contextmanager
def held_up(target: Target) -> Iterator[None]:
    """The server stands still for most of each moment, until the block ends."""
    (server, *_) = own_servers.processes_of(target)
    done = threading.Event()

    def hold_up() -> None:
        while not done.wait(GOING_SECONDS):
            processes = [server, *server.children(recursive=True)]
            for each in processes:
                with suppress(psutil.NoSuchProcess):
                    each.suspend()
            done.wait(STOPPED_SECONDS)
            for each in processes:
                with suppress(psutil.NoSuchProcess):
                    each.resume()

    thread = threading.Thread(target=hold_up)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
