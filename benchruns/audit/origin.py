"""Where an act comes from; the doors set it, so that no rule has to hand it on."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from enum import StrEnum
from uuid import UUID


class Door(StrEnum):
    PAGE = "page"
    API = "api"
    COMMAND = "command"
    WORKER = "worker"


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """``address`` is the client's IP address, empty where there is none.

    ``request`` is the id that the logs give the request, or the id of a task. ``token`` is
    the API token that asks and ``token_hint`` how its key begins; None and empty where a
    session asks.
    """

    door: Door | None = None
    address: str = ""
    request: str = ""
    token: UUID | None = None
    token_hint: str = ""


NOWHERE = Origin()
BY_COMMAND = Origin(door=Door.COMMAND)

_origin: ContextVar[Origin] = ContextVar("origin", default=NOWHERE)


def current() -> Origin:
    return _origin.get()


def asked_by_token(token: UUID, *, hint: str) -> None:
    """What this request does from now on is done by a token: doors learn it on the way."""
    if current() is not NOWHERE:  # or it would be so of what comes after as well
        _origin.set(replace(current(), token=token, token_hint=hint))


@contextmanager
def acting_from(origin: Origin) -> Iterator[None]:
    token = _origin.set(origin)
    try:
        yield
    finally:
        _origin.reset(token)
