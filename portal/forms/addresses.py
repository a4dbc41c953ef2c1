"""An address pasted into the form of an endpoint, and its password while that is open.

The address holds a password, so it is never shown again; the password is kept in the
session, encrypted, for a while and for the server that it was given for.
"""

import time
from collections.abc import Mapping
from typing import Any

from cryptography.fernet import InvalidToken
from django.contrib.sessions.backends.base import SessionBase
from django.http import QueryDict

from benchruns import encryption
from benchruns.endpoints import address
from benchruns.endpoints.address import Address
from benchruns.models import Endpoint

KEY = "address_password"
KEPT_SECONDS = 1800
PLACE = ("engine", "host", "port", "username")
FILLED = (*PLACE, "database", "tls")


def filled_in(given: QueryDict, found: Address) -> QueryDict:
    """What was sent, with the fields that the address says; a name where there is none."""
    filled = given.copy()
    for name in FILLED:
        value = getattr(found, name)
        if value is not None:
            filled[name] = str(value)
    if not given.get("name"):
        parts = (found.database, found.host)
        filled["name"] = " on ".join(part for part in parts if part)[:120]
    filled["url"] = ""
    return filled


def read(given: Mapping[str, Any]) -> Address | None:
    """The pasted address; None where there is none. ValueError says what is wrong."""
    text = str(given.get("url", ""))
    return address.read(text) if text.strip() else None


def keep_password(
    session: SessionBase, found: Address, *, endpoint: Endpoint | None
) -> None:
    """Until the form is saved, another address is pasted, or ``KEPT_SECONDS`` are over.

    ``endpoint`` is the one whose form it was pasted into, None for a new one.
    """
    session.pop(KEY, None)
    if found.password:
        session[KEY] = {
            "form": _form_of(endpoint),
            "place": [str(getattr(found, name) or "") for name in PLACE],
            "secret": encryption.encrypt(found.password),
            "until": time.time() + KEPT_SECONDS,
        }


def kept_password(
    session: SessionBase, given: Mapping[str, Any], *, endpoint: Endpoint | None
) -> str:
    """That of the address, where ``given`` is the same form and place; else empty."""
    kept = session.get(KEY)
    if not kept or kept["until"] < time.time():
        return ""
    if kept.get("form") != _form_of(endpoint):
        return ""
    if kept["place"] != [str(given.get(name, "")).strip() for name in PLACE]:
        return ""
    try:
        return encryption.decrypt(kept["secret"])
    except InvalidToken:
        return ""


def _form_of(endpoint: Endpoint | None) -> str:
    return "new" if endpoint is None else str(endpoint.pk)


def forget_password(session: SessionBase) -> None:
    session.pop(KEY, None)
