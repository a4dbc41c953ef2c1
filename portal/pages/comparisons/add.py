"""A class or result typed into a comparison: what the words name."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar
from uuid import UUID

from django.utils.translation import gettext as _

from benchruns.comparison import Asked
from benchruns.comparison.asked import LONGEST
from benchruns.models import InstanceClass
from benchruns.names.class_words import ClassKey, read_class_word

_ID_AT_END = re.compile(r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/?$", re.I)
MOST_NAMED = 4
LONGEST_CODE = 120
Kind = TypeVar("Kind")


class UnknownWord(ValueError):
    """The words name nothing, or several things; the message says what to write."""


def with_added(asked: Asked, typed: str) -> Asked:
    """With the class or result that was typed: an id or address, or a class's code.

    What a permanent address pins is set free, or nothing new could come in. Classes stand
    before results: the first of these stays the baseline.
    """
    word = typed.replace("\0", "").strip()
    free = replace(asked, pins=frozenset())
    if found := _ID_AT_END.search(word):
        return replace(free, results=_once(free.results, UUID(found[1])))
    added = replace(free, classes=_once(free.classes, _class_named(word, asked)))
    if asked.baseline or not (asked.is_of_results and asked.results):
        return added
    return replace(added, baseline=str(asked.results[0]))


def _once(known: tuple[Kind, ...], added: Kind) -> tuple[Kind, ...]:
    return known if added in known else (*known, added)


def _class_named(word: str, asked: Asked) -> ClassKey:
    """By its code, or by as much of provider/engine/code as makes it the only one.

    Where no class has it: by the end of the code, as charts name classes.
    """
    exact = read_class_word(word)
    codes = {*_endings(word), *([exact.code] if exact else ())}
    keys = [each.class_key for each in InstanceClass.objects.filter(code__in=codes)]
    named = [key for key in keys if key == exact or _plain(key).endswith(word)]
    named = named or list(_named_in_charts(word))
    engines = {key.engine for key in asked.classes} | {asked.engine}
    fitting = [key for key in named if key.engine in engines] or named
    if len(fitting) == 1:
        return fitting[0]
    told = word[:LONGEST]
    if not fitting:
        raise UnknownWord(
            _(
                "There is no class or result “%(word)s”. Type a class's code, as in "
                "rds.mysql.c1.xlarge, or the id or address of a result."
            )
            % {"word": told}
        )
    raise UnknownWord(
        _("Several classes are called “%(word)s”; type one of: %(words)s.")
        % {"word": told, "words": ", ".join(map(_plain, fitting[:MOST_NAMED]))}
    )


def _named_in_charts(word: str) -> Iterator[ClassKey]:
    """``c1.xlarge`` of ``rds.mysql.c1.xlarge``; one more than are named, at most."""
    if word:
        found = InstanceClass.objects.filter(code__endswith=f".{word[:LONGEST_CODE]}")
        yield from (each.class_key for each in found[: MOST_NAMED + 1])


def _endings(word: str) -> Iterator[str]:
    """What of provider/engine/code may be the code, which may hold a ``/`` itself."""
    parts = word[-LONGEST_CODE - 1 :].split("/")
    endings = ("/".join(parts[place:]) for place in range(len(parts)))
    return (ending for ending in endings if 0 < len(ending) <= LONGEST_CODE)


def _plain(key: ClassKey) -> str:
    """As people write it."""
    return f"{key.provider}/{key.engine}/{key.code}"
