"""Benchbook's own processes, started for a test as the demo starts them."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from string import Template

import psutil

from workers.target import Target

CELERY = [sys.executable, "-m", "celery", "-A", "portal"]
QUIET = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
COMMANDS = {
    "runs": [*CELERY, "worker", "-Q", "runs", "-n", "runs@%h", "-c", "1", *QUIET],
    "control": [*CELERY, "worker", "-Q", "control", "-n", "control@%h", "-c1", *QUIET],
    "beat": [*CELERY, "beat", "--pidfile="],
    "web": [
        *(sys.executable, "-m", "gunicorn", "portal.wsgi"),
        *("--threads=4", "--bind=127.0.0.1:$WEB_PORT", "--no-control-socket"),
    ],
}
# Short, so that a test need not wait half a minute for a lease to run out.
HASTE = {"RUN_LEASE_SECONDS": "5", "TEND_SECONDS": "1"}


class Stack:
    """Workers and beat as child processes that a test may kill."""

    def __init__(self, environment: Mapping[str, str], *, log: Path) -> None:
        self.environment = {**environment, **HASTE}
        self.log = log
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str) -> None:
        command = COMMANDS[name]
        with self.log.open("ab") as log:
            self.processes[name] = subprocess.Popen(
                [Template(word).safe_substitute(self.environment) for word in command],
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def kill(self, name: str) -> None:
        """``kill -9`` of the process that a supervisor would start again."""
        self.processes[name].kill()
        self.processes[name].wait()

    def ask_to_stop(self, name: str) -> None:
        """SIGTERM, as a supervisor or an operator stops a program."""
        self.processes[name].terminate()
        self.processes[name].wait(timeout=10)

    def stop(self) -> None:
        for process in self.processes.values():
            process.terminate()
        deadline = time.monotonic() + 10
        for process in self.processes.values():
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
    programs: tuple[str, ...] = ("runs", "control", "beat"),
) -> Iterator[Stack]:
    started = Stack(environment, log=log)
    for name in programs:
        started.start(name)
    try:
        yield started
    finally:
        started.stop()


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
