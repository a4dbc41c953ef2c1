"""A web address as it is shown: without the parts of it that may be secrets.

Receivers of messages often know who may send by the address itself: by a word in its query, or
by a long one in its path, as chats and pagers do.
"""

HIDDEN = "***"
LONGEST_SHOWN = 15  # characters of a part of the path; keys are longer, words seldom


def shown(address: str) -> str:
    """``https://host/hooks/***?***``; an address without such parts as it is."""
    place, mark, query = address.partition("?")
    scheme, colon, rest = place.partition("://")
    host, *path = rest.split("/")
    parts = [HIDDEN if len(part) > LONGEST_SHOWN else part for part in path]
    return f"{scheme}{colon}{'/'.join([host, *parts])}{mark}{HIDDEN if query else ''}"


def is_in(address: str) -> bool:
    """Whether parts of it are hidden, so that it leads nowhere as it stands."""
    return HIDDEN in address
