"""Whether everything that the demo started answers, and if not, why not."""

import time
from pathlib import Path

from local.client import Client
from local.supervision import Supervision

START_SECONDS = 600  # a slow machine that others use takes minutes
# A program that starts this often during the start will not start at all.
MOST_STARTS = 6


class DemoError(Exception):
    """Why the demo cannot start, in words for the person at the terminal."""


def wait_until_ready(supervision: Supervision, client: Client) -> None:
    """Returns when the servers log us in and ``/healthz`` says that all is well."""
    deadline = time.monotonic() + START_SECONDS
    waiting = list(supervision.setup.servers)
    seen: dict[str, set[int]] = {}
    while waiting or not client.is_healthy():
        waiting = [server for server in waiting if not server.is_ready()]
        _require_progress(supervision, seen)
        if time.monotonic() > deadline:
            late = ", ".join(server.name for server in waiting) or "/healthz"
            raise DemoError(f"No answer in {START_SECONDS} s from: {late}")
        time.sleep(0.2)


def _require_progress(supervision: Supervision, seen: dict[str, set[int]]) -> None:
    """Raises with the end of its log if a program dies again and again."""
    if not supervision.is_alive():
        output = tail(supervision.setup.logs / "supervisord.out")
        raise DemoError(f"The supervisor ended:\n{output}")
    for state in supervision.states():
        if state.pid:
            seen.setdefault(state.name, set()).add(state.pid)
        if len(seen.get(state.name, ())) >= MOST_STARTS or state.word == "FATAL":
            log = supervision.log_of(state.name)
            raise DemoError(
                f"{state.name} does not start; the end of {log}:\n{tail(log)}"
            )


def tail(log: Path, *, lines: int = 15) -> str:
    """The end of a log, for a message to the user."""
    if not log.exists():
        return "(no log)"
    return "\n".join(log.read_text(errors="replace").splitlines()[-lines:])
