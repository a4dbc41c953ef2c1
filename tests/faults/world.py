"""All that a fault may befall: Benchbook's programs, its servers and two targets."""

import os
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.client import HTTPException
from importlib import import_module
from pathlib import Path
from re import search

import psutil
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import connections

from benchruns.models import Endpoint, Run
from local.servers import Running
from tests.factories import ApiTokenFactory
from tests.faults.way import Way
from tests.stack import Stack, tools
from tests.targets import endpoint_of
from workers.connecting.target import Target

PROGRAMS = ("runs", "second", "control", "tend", "webhooks", "beat", "web")
STATE = r'data-state="(\w+)"'


@dataclass
class Side:
    """A target: its server, the way there, and the endpoint that leads along it."""

    engine: str
    server: Running
    direct: Target
    way: Way
    endpoint: Endpoint = field(init=False)

    @property
    def target(self) -> Target:
        """As the workers reach it."""
        return replace(self.direct, port=self.way.port)

    def register(self) -> None:
        self.endpoint = endpoint_of(self.target)

    def tools(self) -> list[psutil.Process]:
        return tools(self.target)


@dataclass
class World:
    """``portal`` is the server of the portal's database, where there is one; what stands
    in ``clock`` steps the clocks of the programs (tests/faults/settings.py)."""

    stack: Stack
    redis: Running
    url: str
    portal: Running | None = None
    clock: Path | None = None

    def answer(self, path: str, *, cookie: str = "") -> str:
        """The page at a path; empty where none comes."""
        asked = urllib.request.Request(  # noqa: S310 - our own
            f"{self.url}{path}", headers={"Cookie": cookie}
        )
        try:
            with urllib.request.urlopen(asked, timeout=10) as got:  # noqa: S310
                return str(got.read().decode())
        except (OSError, HTTPException):
            return ""

    def page_state(self, run: Run) -> str:
        """What the run's page says of it, to its owner."""
        page = self.answer(f"/runs/{run.pk}/", cookie=_cookie(run))
        found = search(STATE, page)
        return found.group(1) if found else ""

    def recover(self, *, after_seconds: float = 0.5) -> None:
        """As a supervisor does: what has ended is started again."""
        connections.close_all()
        time.sleep(after_seconds)
        self.stack.mend()


def _cookie(run: Run) -> str:
    """A session of its owner's."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(run.owner.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
    session[HASH_SESSION_KEY] = run.owner.get_session_auth_hash()
    session.save()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


def token(endpoint: Endpoint) -> str:
    key = f"bb_{os.urandom(8).hex()}"
    ApiTokenFactory(user=endpoint.owner, key=key)
    return key


def family(process: psutil.Process) -> list[psutil.Process]:
    """It and all that it has started."""
    return [process, *process.children(recursive=True)]


@contextmanager
def frozen(server: Running) -> Iterator[None]:
    """SIGSTOP for all of a server's processes, and SIGCONT."""
    assert server.process is not None
    stopped = family(psutil.Process(server.process.pid))
    for process in stopped:
        process.suspend()
    try:
        yield
    finally:
        for process in stopped:
            process.resume()
