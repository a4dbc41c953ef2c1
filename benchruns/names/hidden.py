"""A web address as it is shown: without the parts of it that may be secrets.

Receivers of messages often know who may send by the address itself: by a word in its query,
in its path, as chats and pagers do, or in the name of the host, as collectors of events do.
"""

import re
from ipaddress import ip_address

HIDDEN = "***"
LONGEST_SHOWN = 15  # characters of a part of the path; keys are longer, words seldom
# Words of small letters, versions and short numbers; a key has capitals or digits in it.
_WORD = re.compile(r"[a-z]+(?:[-_.][a-z]+)*(?:[-_.]?\d{1,3})?|v?\d{1,4}(?:\.\d{1,2})?|")
_LABEL = re.compile(r"[a-z]+(?:-[a-z]+)*(?:-?\d{1,3})?")


def shown(address: str) -> str:
    """``https://host/hooks/***?***``; an address without such parts as it is."""
    place, mark, query = address.partition("?")
    scheme, colon, rest = place.partition("://")
    host, *path = rest.split("/")
    parts = [part if _is_plain(part) else HIDDEN for part in path]
    words = "/".join([shown_host(host), *parts])
    return f"{scheme}{colon}{words}{mark}{HIDDEN if query else ''}"


def shown_host(text: str) -> str:
    """A host, perhaps with a port: what is below the domain that somebody registered may be
    a key."""
    host, colon, port = text.partition(":")
    if text.startswith("[") or _is_address(host):
        return text
    *below, domain, top = ["", *host.split(".")]
    labels = [
        each if _LABEL.fullmatch(each.lower()) else HIDDEN for each in below if each
    ]
    known = [each for each in (domain, top) if each]
    return f"{'.'.join([*labels, *known])}{colon}{port}"


def is_in(address: str) -> bool:
    """Whether parts of it are hidden, so that it leads nowhere as it stands."""
    return HIDDEN in address


def _is_plain(part: str) -> bool:
    return len(part) <= LONGEST_SHOWN and _WORD.fullmatch(part) is not None


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
