"""supervisord as a child of the demo: started, asked, started again, stopped."""

import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import cast
from xmlrpc.client import Fault, ServerProxy

from supervisor.xmlrpc import SupervisorTransport  # type: ignore[import-untyped]

from local import child, places, programs
from local.setup import Setup

STOP_SECONDS = 15


@dataclass(frozen=True, slots=True)
class State:
    """What supervisord says of one program."""

    name: str
    pid: int
    word: str


class Supervision:
    """Keeps the programs of a demo alive from ``start`` until ``stop``."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.process: subprocess.Popen[bytes] | None = None
        self.socket = socket_path(setup.var)

    def start(self) -> None:
        """Starts supervisord, which starts everything else."""
        text = programs.configuration(
            self.setup, programs.of(self.setup), socket=self.socket
        )
        config = self.setup.var / "supervisord.conf"
        places.write_secret(config, text)
        self.socket.unlink(missing_ok=True)
        command = [sys.executable, "-m", "supervisor.supervisord", "-c", str(config)]
        with (self.setup.logs / "supervisord.out").open("wb") as output:
            self.process = subprocess.Popen(
                child.command_line(command),
                env=self.setup.environment(),
                cwd=places.ROOT,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                # Ctrl-C is for the demo alone, which stops the others in order.
                start_new_session=True,
            )

    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def tend(self) -> None:
        """Passes a moment, and starts supervisord again if it has died."""
        time.sleep(0.2)
        if not self.is_alive():
            print("The supervisor ended; starting it again.", flush=True)
            self.start()

    def states(self) -> list[State]:
        return states(self.socket)

    def stop(self) -> None:
        """Stops the portal, then the servers; whatever will not stop is killed."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def log_of(self, name: str) -> Path:
        return self.setup.logs / f"{name}.log"


def socket_path(var: Path) -> Path:
    """Where the supervisor of the demo in ``var`` listens."""
    return places.socket_folder(var / "run") / "supervisor.sock"


def states(socket: Path) -> list[State]:
    """The programs as they are now; none while supervisord does not answer."""
    transport = SupervisorTransport(serverurl=f"unix://{socket}")
    try:
        with ServerProxy("http://localhost", transport=transport) as proxy:
            answer = proxy.supervisor.getAllProcessInfo()
    except (OSError, Fault):
        return []
    processes = cast("list[dict[str, str | int]]", answer)
    return [
        State(str(p["name"]), int(p["pid"]), str(p["statename"])) for p in processes
    ]
