"""Benchbook's own processes, started for tests as the demo starts them."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from string import Template

import psutil
from django.utils import timezone

from benchruns.models import Run
from benchruns.vocabulary import RunState
from local import child
from workers.connecting.target import Target

STOP_SECONDS = 10  # then what will not stop is killed
CELERY = [sys.executable, "-m", "celery", "-A", "portal"]
QUIET = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
WEB = [
    *(sys.executable, "-m", "gunicorn", "-c", "python:portal.gunicorn"),
    *("--workers=1", "--threads=4"),
]
COMMANDS = {
    "runs": [*CELERY, "worker", "-Q", "runs", "-n", "runs@%h", "-c", "1", *QUIET],
    # more load generators, which claim beside the first one
    "second": [*CELERY, "worker", "-Q", "runs", "-n", "second@%h", "-c", "1", *QUIET],
    "third": [*CELERY, "worker", "-Q", "runs", "-n", "third@%h", "-c", "1", *QUIET],
    "control": [*CELERY, "worker", "-Q", "control", "-n", "control@%h", "-c1", *QUIET],
    "tend": [*CELERY, "worker", "-Q", "tend", "-n", "tend@%h", "-c1", *QUIET],
    "webhooks": [
        *(*CELERY, "worker", "-Q", "webhooks", "-n", "webhooks@%h", "-c1"),
        *QUIET,
    ],
    "beat": [*CELERY, "beat", "--pidfile="],
    "second beat": [*CELERY, "beat", "--pidfile="],
    "web": [*WEB, "--bind=127.0.0.1:$WEB_PORT"],
    "second web": [*WEB, "--bind=127.0.0.1:$SECOND_WEB_PORT"],
}
# A lease is as long as in production, so that a busy machine keeps it, too. What is measured
# names the seconds of production instead.
HASTE = {"TEND_SECONDS": "1"}


class Stack:
    """Web server, workers and beat as child processes that a test may kill."""

    def __init__(self, environment: Mapping[str, str], *, log: Path) -> None:
        self.environment = {**HASTE, **environment}
        self.log = log
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, *, within: Sequence[str] = ()) -> None:
        """``within`` are the words before a command that begin it elsewhere."""
        command = [*within, *COMMANDS[name]]
        with self.log.open("ab") as log:
            words = [
                Template(each).safe_substitute(self.environment) for each in command
            ]
            self.processes[name] = subprocess.Popen(
                child.command_line(words),  # also when the tests are killed
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def mend(self) -> None:
        """Start again what a test has killed."""
        for name, process in list(self.processes.items()):
            if process.poll() is not None:
                self.start(name)

    def kill(self, name: str) -> None:
        """``kill -9`` of the process that a supervisor would start again."""
        self.processes[name].kill()
        self.processes[name].wait()

    def ask_to_stop(self, name: str) -> None:
        """SIGTERM, as a supervisor or an operator stops a program."""
        self.processes[name].terminate()
        self.processes[name].wait()

    def stop(self, *names: str) -> None:
        """Those of these names that run, or all."""
        wanted = [
            each for each in names or list(self.processes) if each in self.processes
        ]
        processes = [self.processes.pop(each) for each in wanted]
        for process in processes:
            process.terminate()
        deadline = time.monotonic() + STOP_SECONDS
        for process in processes:
            try:
                process.wait(timeout=max(deadline - time.monotonic(), 0.1))
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


@contextmanager
def stack(
    environment: Mapping[str, str],
    *,
    log: Path,
    programs: tuple[str, ...] = ("runs", "control", "tend", "webhooks", "beat"),
) -> Iterator[Stack]:
    started = Stack(environment, log=log)
    for name in programs:
        started.start(name)
    try:
        yield started
    finally:
        started.stop()


def let_leases_run_out() -> None:
    """As half a minute does in which nobody renews them."""
    Run.objects.filter(state=RunState.RUNNING).update(lease_expires_at=timezone.now())


def tools(target: Target) -> list[psutil.Process]:
    """The benchmark tools that load a test server, whoever started them."""
    port = re.compile(rf"--\w+-port={target.port}$")
    return [
        process
        for process in psutil.process_iter(["name", "status", "cmdline", "environ"])
        if process.info["name"] in {"sysbench", "pgbench"}
        and process.info["status"] != psutil.STATUS_ZOMBIE
        and (
            any(map(port.match, process.info["cmdline"] or []))
            or (process.info["environ"] or {}).get("PGPORT") == str(target.port)
        )
    ]
