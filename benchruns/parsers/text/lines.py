"""The lines of a text one by one, so that a long one is never held twice."""

import re
from collections.abc import Iterator

_LINE = re.compile(r"\S[^\n]*")


def lines_of(text: str) -> Iterator[str]:
    """The lines that hold more than blanks, without these at their ends."""
    for match in _LINE.finditer(text):
        yield match[0].rstrip()


def first_line(text: str) -> str:
    """The first of them; empty where there is none."""
    return next(lines_of(text), "")
