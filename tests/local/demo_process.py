"""The demo as a child process of a test, with a folder and a port of its own."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil

from local import places, supervision
from local.client import Client
from local.supervision import State


class Demo:
    """``release`` is the folder of the one that is started, where it is not this one."""

    def __init__(self, var: Path, *, port: int, release: Path = places.ROOT) -> None:
        self.var = var
        self.port = port
        self.release = release
        self.output = var.with_suffix(".out")
        self.process: subprocess.Popen[bytes] | None = None

    def spawn(self, **changes: str) -> subprocess.Popen[bytes]:
        """One more ``make demo``; ``changes`` are to its environment."""
        kept = {n: os.environ[n] for n in ("PATH", "HOME") if n in os.environ}
        with self.output.open("ab") as output:
            return subprocess.Popen(
                [
                    *(sys.executable, "-m", "local.demo", "--var", str(self.var)),
                    # as long as the runs last, they take all CPUs from other tests
                    "--run-seconds=1",
                ],
                cwd=self.release,
                env=kept | {"PORT": str(self.port)} | changes,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def start(self) -> None:
        """Starts the demo and returns when it says that nothing is left to do."""
        self.process = self.spawn()
        while not self.env_file.exists():
            assert self.process.poll() is None, self.output.read_text()
            time.sleep(0.1)

    @property
    def env_file(self) -> Path:
        return self.var / "demo.env"

    def variables(self) -> dict[str, str]:
        lines = self.env_file.read_text().splitlines()
        return dict(line.split("=", 1) for line in lines)

    def client(self, key: str = "BENCHBOOK_TOKEN") -> Client:
        """With the token that ``demo.env`` calls so."""
        token = self.variables()[key]
        url = f"http://127.0.0.1:{self.port}"
        return Client(url, token=token, pause=lambda: time.sleep(0.2))

    def states(self) -> dict[str, State]:
        """The supervised programs by name; none while the supervisor is away."""
        found = supervision.states(supervision.socket_path(self.var))
        return {state.name: state for state in found}

    def processes(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children(recursive=True)

    def supervisor(self) -> psutil.Process:
        return psutil.Process(self.process.pid).children()[0]

    def send(self, number: signal.Signals) -> list[psutil.Process]:
        """Sends a signal to the demo; returns what it had started."""
        children = self.processes()
        self.process.send_signal(number)
        return children

    def end(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(20)
            self.process.kill()
            self.process.wait()
