"""Who may see and do what, for pages and API alike."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from benchruns.models import Run

Viewer = AbstractBaseUser | AnonymousUser
CONCEALED = "***"


def is_owner(user: Viewer, owner_id: object) -> bool:
    return user.is_authenticated and user.pk == owner_id


def is_owner_or_staff(user: Viewer, owner_id: object) -> bool:
    """Whether private matters of a row's owner may be shown to this user."""
    return is_owner(user, owner_id) or bool(getattr(user, "is_staff", False))


class Concealer:
    """Takes out of a run's texts what only its owner may know: where it went.

    Tools and servers name host, port, account and database in their complaints: those
    that each attempt reached, and those that the endpoint has now. Whole words are
    replaced. Ports, and names of digits alone, are replaced only where they read as
    such: figures of the same digits stay.
    """

    def __init__(self, run: Run) -> None:
        places = _places_of(run)
        names = {
            str(place[key])
            for place in places
            for key in ("host", "address", "username", "database")
            if place.get(key)
        }
        ports = {str(place["port"]) for place in places if place.get("port")}
        numbers = {name for name in names if name.isdigit()}
        self._secret = re.compile(
            rf"(?<!\w)(?:{_any_of(names - numbers)})(?!\w)"
            rf"|(?<=[:=]){_any_of(ports)}(?![\w.])"
            rf"|(?<=port ){_any_of(ports)}(?!\w)"
            rf"|(?<=[='\"`@]){_any_of(numbers)}(?![\w.])",
            flags=re.IGNORECASE,
        )

    def __call__(self, text: str) -> str:
        return self._secret.sub(CONCEALED, text)


def _places_of(run: Run) -> list[Mapping[str, Any]]:
    endpoint = run.endpoint
    now = {
        name: getattr(endpoint, name)
        for name in ("host", "port", "username", "database")
    }
    servers = [
        {"address": server.address, "port": server.port}
        for server in (run.server, endpoint.server)
        if server
    ]
    return [now, *servers, *run.attempts.values_list("reached", flat=True)]


def _any_of(words: Iterable[str]) -> str:
    """A pattern of the longest first; one that never matches for no words."""
    ordered = sorted(words, key=len, reverse=True)
    return f"(?:{'|'.join(map(re.escape, ordered))})" if ordered else r"(?!)"
