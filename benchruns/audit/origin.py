"""Where an act comes from; the doors set it, so that no rule has to hand it on."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum


class Door(StrEnum):
    PAGE = "page"
    API = "api"
    COMMAND = "command"
    WORKER = "worker"


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """``address`` is the client's IP address, empty where there is none.

    ``request`` is the id that the logs give the request, or the id of a task.
    """

    door: Door | None = None
    address: str = ""
    request: str = ""


NOWHERE = Origin()
BY_COMMAND = Origin(door=Door.COMMAND)

_origin: ContextVar[Origin] = ContextVar("origin", default=NOWHERE)


def current() -> Origin:
    return _origin.get()


@contextmanager
def acting_from(origin: Origin) -> Iterator[None]:
    token = _origin.set(origin)
    try:
        yield
    finally:
        _origin.reset(token)
