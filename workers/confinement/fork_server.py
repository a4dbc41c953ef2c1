"""A process that stands ready, with its modules loaded, to be forked at once.

Forking the worker itself is not safe: it has threads. Starting Python anew for each
connection takes as long as many a check.

    python -m workers.confinement.fork_server workers.probes.served

It gets Unix sockets through its standard input, each for a child that calls the
module's ``serve(link)``, and ends when its worker does.
"""

import atexit
import gc
import importlib
import os
import signal
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from django.conf import settings

_ROOT = Path(__file__).parents[2]
_STANDARD_INPUT = 0


class ForkServer:
    """The one of this process for a module; started by the first call, and again when
    it is gone."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._lock = threading.Lock()
        self._owner = 0  # a process that was forked from ours needs one of its own
        self._control: socket.socket | None = None

    def fork(self) -> socket.socket:
        """The link to a new child."""
        ours, theirs = socket.socketpair()
        with self._lock, theirs:
            try:
                socket.send_fds(self._running(), [b"+"], [theirs.fileno()])
            except OSError:  # it was killed
                self.close()
                socket.send_fds(self._running(), [b"+"], [theirs.fileno()])
        return ours

    def close(self) -> None:
        """The fork server ends; children that are at work do not."""
        if self._control is not None and self._owner == os.getpid():
            self._control.close()
        self._control = None

    def _running(self) -> socket.socket:
        if self._control is None or self._owner != os.getpid():
            self._control, self._owner = self._started(), os.getpid()
            atexit.register(self.close)
        return self._control

    def _started(self) -> socket.socket:
        ours, theirs = socket.socketpair()
        with theirs:
            started = subprocess.Popen(
                [sys.executable, "-m", __spec__.name, self._module],
                stdin=theirs.fileno(),
                cwd=_ROOT,
                # nothing of the worker's own, which has the keys of all secrets; one
                # arena, as each takes 64 MiB of a child's address space
                env={"LC_ALL": "C.UTF-8", "MALLOC_ARENA_MAX": "1", **_bytecode()},
                start_new_session=True,
            )
        threading.Thread(target=started.wait, name="reaper", daemon=True).start()
        return ours


def _bytecode() -> dict[str, str]:
    names = ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")
    return {name: os.environ[name] for name in names if name in os.environ}


def main(module: str) -> None:
    # For the words of failures; nothing of the site's own, whose keys are not here.
    settings.configure(USE_I18N=False)
    serve: Callable[[socket.socket], None] = importlib.import_module(module).serve
    gc.freeze()  # the children share what is loaded now
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    control = socket.socket(fileno=_STANDARD_INPUT)
    while True:
        _sign, links, _flags, _address = socket.recv_fds(control, 1, 1)
        if not links:
            return
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            control.close()
            _serve_and_exit(serve, socket.socket(fileno=links[0]))
        os.close(links[0])


def _serve_and_exit(
    serve: Callable[[socket.socket], None], link: socket.socket
) -> NoReturn:
    try:
        serve(link)
    except BaseException:  # noqa: BLE001 - the edge of a process
        traceback.print_exc()
    finally:
        os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1])
