"""What a server says of itself, within bounds: whoever has it may have it say anything.

A number that no server has, and a text that no setting has, is not known.
"""

import re
from collections.abc import Mapping
from itertools import islice
from typing import Any

MOST = 2**63 - 1  # as columns of the portal's database hold it
NUMBERS = ("buffer_bytes", "max_connections", "free_disk_bytes")
TEXTS = ("version", "release", "edition", "tls_in_use")
GROUPS = ("settings", "durability")
LONGEST = 500  # characters
MOST_NAMES = 100  # of settings; forty are asked for
# 2**64 - 1 has twenty digits: servers say it of what they do not limit.
_TOO_MANY_DIGITS = re.compile(r"\d{21,}")


def bounded(told: object) -> dict[str, Any]:
    """As ``workers.engines.probe.ServerFacts.as_json`` has it, or nothing at all; so is what
    a damaged row holds."""
    if not isinstance(told, Mapping):
        return {}
    server = dict(told)
    for name in {*NUMBERS} & {*server}:
        server[name] = number(server[name])
    for name in {*TEXTS} & {*server}:
        server[name] = None if server[name] is None else text(server[name])
    for name in {*GROUPS} & {*server}:
        server[name] = texts(server[name])
    if "reserved_connections" in server:
        server["reserved_connections"] = number(server["reserved_connections"]) or 0
    return server


def number(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if 0 <= value <= MOST else None


def whole(value: object) -> int | None:
    """Of a text; None where it is no number, or none that a server has."""
    said = str(value)
    if not (said.isascii() and said.isdecimal()) or _TOO_MANY_DIGITS.search(said):
        return None
    return number(int(said))


def text(value: object) -> str:
    """On one line, with nothing in it that a database does not take."""
    said = "".join(each if each.isprintable() else " " for each in str(value))
    return said[:LONGEST]


def texts(told: object) -> dict[str, str]:
    """By name, without those that hold a number that is none, and of many the first."""
    if not isinstance(told, Mapping):
        return {}
    named = islice(told.items(), MOST_NAMES)
    said = {text(name): text(value) for name, value in named}
    return {
        name: value
        for name, value in said.items()
        if not _TOO_MANY_DIGITS.search(value)
    }
