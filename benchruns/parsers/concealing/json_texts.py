"""The texts and numbers of a JSON document, where they stand, and new ones in their place.

So that JSON stays JSON: what is looked at is each text as it reads without escapes, and
what is put in its place is one text.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from benchruns.parsers.concealing.secret_names import is_secret
from benchruns.parsers.text.json_text import MOST_CHARACTERS

MOST_ITEMS = 200  # of a list that are looked at together
_TOKEN = re.compile(r'"(?>(?:[^"\\]|\\.)*)"|[{}\[\]]|[^\s"{}\[\],:]++')
_NAMES = ("name", "key")  # of what the value beside it is
_NO_TEXT = frozenset({"true", "false", "null"})


class Scalar(NamedTuple):
    """A text or number from ``start`` to ``end``, under the key ``name`` if any.

    Keys are texts without a name themselves. Those of a list have that of the list, those
    below the name of a secret have that one, and the value of ``{"name": "PGPASSWORD",
    "value": ...}`` has the one that is told there.
    """

    start: int
    end: int
    name: str
    text: str
    is_number: bool


@dataclass(slots=True)
class _Open:
    """An object or list that is not closed yet, with the scalars that stand in it.

    ``secret`` is the name of a secret under which it stands, if any.
    """

    name: str
    is_list: bool
    secret: str = ""
    items: list[Scalar] = field(default_factory=list)
    key: str | None = None


def is_document(text: str) -> bool:
    """Whether all of the text is one object or list, and of a size that is read."""
    if len(text) > MOST_CHARACTERS:
        return False
    if text.lstrip()[:1] not in ("{", "["):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def groups(text: str) -> Iterator[list[Scalar]]:
    """What stands in a document: each alone, and together what is of one short list."""
    around: list[_Open] = []
    for token in _TOKEN.finditer(text):
        word = token[0]
        if word in "}]":
            yield from _closed(around.pop())
            continue
        inside = around[-1] if around else _Open(name="", is_list=True)
        if not inside.is_list and inside.key is None:
            inside.key = json.loads(word)
            yield [Scalar(*token.span(), name="", text=inside.key, is_number=False)]
            continue
        name = inside.name if inside.is_list else inside.key or ""
        if inside.secret and not is_secret(name):
            name = inside.secret
        inside.key = None
        if word in "{[":
            secret = name if is_secret(name) else ""
            around.append(_Open(name=name, is_list=word == "[", secret=secret))
        elif word not in _NO_TEXT:
            is_number = word[0] != '"'
            read = word if is_number else json.loads(word)
            found = Scalar(*token.span(), name=name, text=read, is_number=is_number)
            inside.items.append(found)
            if len(inside.items) == MOST_ITEMS:
                yield from _closed(inside)
                inside.items = []


def _closed(inside: _Open) -> Iterator[list[Scalar]]:
    if inside.is_list:
        if inside.items:
            yield inside.items
        return
    names = [item.text for item in inside.items if item.name.lower().endswith(_NAMES)]
    for item in inside.items:
        is_value = names and item.name.lower().endswith("value")
        yield [item._replace(name=names[0]) if is_value else item]


def with_texts(text: str, texts: Mapping[Scalar, str]) -> str:
    """The document with these texts in place of what stood there."""
    parts, end = [], 0
    for scalar in sorted(texts):
        parts += [text[end : scalar.start], json.dumps(texts[scalar])]
        end = scalar.end
    return "".join([*parts, text[end:]])
