"""The host that a command names, and whether that is the tool's own machine.

Of a connection string its host alone is taken: a password may stand in it.
"""

import ipaddress
import re
from collections.abc import Mapping
from contextlib import suppress
from urllib.parse import parse_qsl, unquote, urlsplit

_URI = ("postgresql://", "postgres://")
# libpq's: blanks may stand beside the equals sign, and any sign within single quotes
_PAIR = re.compile(r"(?<!\w)(\w{1,40})\s{0,9}=\s{0,9}(?:'((?:[^'\\]|\\.)*)'|(\S*))")


def is_loopback(host: str) -> bool | None:
    """True for the tool's own machine, its sockets included, else None: not said.

    Of several hosts none is said to be the one.
    """
    name = host.strip("[]").lower()
    if "," in name:
        return None
    if name == "localhost" or name.startswith(("/", "@")):
        return True
    with suppress(ValueError):
        return ipaddress.ip_address(name).is_loopback or None
    return None


def of_libpq(database: str, *, option: str, environment: Mapping[str, str]) -> str:
    """What libpq connects to, empty where nothing says it.

    A connection string in the database's place goes before an option, that before the
    environment, and an address before a name.
    """
    said = _said(database)
    found = (
        said.get("hostaddr"),
        environment.get("PGHOSTADDR"),
        said.get("host"),
        option,
        environment.get("PGHOST"),
    )
    return next(filter(None, found), "")


def _said(database: str) -> dict[str, str]:
    """Names and values of a connection string; a database's plain name has none."""
    if database.startswith(_URI):
        return _of_uri(database)
    pairs = _PAIR.finditer(database)
    return {pair[1]: pair[2] or pair[3] or "" for pair in pairs}


def _of_uri(address: str) -> dict[str, str]:
    try:
        parts = urlsplit(address)
    except ValueError:  # a bracket that nothing closes
        return {}
    named = dict(parse_qsl(parts.query))
    hosts = parts.netloc.rpartition("@")[2]
    if "," in hosts:  # of several servers none is said to be the one
        return {"host": hosts} | named
    return {"host": unquote(parts.hostname or "")} | named
