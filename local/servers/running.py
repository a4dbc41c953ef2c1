"""Servers started by this process itself, without a supervisor."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from local.servers.base import Server, ServerError

# They end what would never end: a busy machine takes its time.
READY_SECONDS = 300
STOP_SECONDS = 60
# PostgreSQL refuses to start while sessions of a killed predecessor live.
RETRY_SECONDS = 60


class Running:
    """A server as a child process, which tests may kill and start again."""

    def __init__(self, server: Server, *, log: Path) -> None:
        self.server = server
        self.log = log
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts the server and returns when it answers."""
        self.server.prepare()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.server.command(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd="/",
                start_new_session=True,
            )
        deadline = time.monotonic() + READY_SECONDS
        while not self.server.is_ready():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise ServerError(f"{self.server.name} did not start:\n{self.tail()}")
            time.sleep(0.05)

    def restart(self) -> None:
        """Starts the server again after its death, waiting out what is left of it."""
        deadline = time.monotonic() + RETRY_SECONDS
        while True:
            try:
                self.start()
            except ServerError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.3)
            else:
                return

    def stop(self) -> None:
        """Ends the server as its manual asks to, and for certain."""
        if self.process is None:
            return
        self.process.send_signal(self.server.stop_signal)
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """Ends the server as ``kill -9`` does."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def tail(self) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-20:])


@contextmanager
def running(server: Server, *, log: Path) -> Iterator[Running]:
    """The server, started now and stopped at the end of the block."""
    started = Running(server, log=log)
    started.start()
    try:
        yield started
    finally:
        started.stop()
