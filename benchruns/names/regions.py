"""Regions and zones of providers: one name for what is written as a code or as a name.

``regions.csv`` has the code and the name of each as its provider prints them, and what it is
``also`` called there. A code is one provider's own: ``ap-southeast-1`` is Singapore with one
of them, Hong Kong with another.
"""

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("regions.csv")
_CITY = re.compile(r"\(([^()]+)\)\s*$")  # of "China (Hangzhou)"
_ZONE = re.compile(r"(?:zone[ -]?)?([a-z])", re.IGNORECASE)
_PLACE = re.compile(r"[a-z ()]+")  # of "hong kong" and "china (hong kong)"


@dataclass(frozen=True, slots=True)
class Region:
    """``provider`` is a slug."""

    provider: str
    code: str
    name: str


def region_name(text: str, provider: str | None) -> str:
    """As its provider calls it, by its slug; the text itself where it is none of theirs."""
    found = _region(text, provider)
    return found.name if found else text


def zone_name(text: str, region: str, provider: str | None) -> str:
    """``Zone I`` of ``cn-hangzhou-i`` and ``I``; the text where its region is not known."""
    found = _region(region, provider)
    if found is None:
        return text
    own = _folded(text).removeprefix(found.code).removeprefix("-")
    letter = _ZONE.fullmatch(own)
    return f"Zone {letter[1].upper()}" if letter else text


def regions_in(text: str, provider: str | None) -> list[Region]:
    """Each that a text names, in its order; a name that its provider has is its own.

    A city, or a country with its city, is no other provider's. Empty for a provider whose
    regions are not known here: theirs may be called alike.
    """
    if provider not in _known():
        return []
    words = _words_for(provider)
    named = _pattern(provider).finditer(_folded(text))
    return list(dict.fromkeys(words[match["word"]] for match in named))


@cache
def _words_for(provider: str) -> dict[str, Region]:
    """Its own, and those of others that are nothing else."""
    found = {
        word: region
        for regions in _known().values()
        for word, region in regions.items()
        if not _PLACE.fullmatch(word)
    }
    return found | _known()[provider]


@cache
def _pattern(provider: str) -> re.Pattern[str]:
    """The longest first; after a code a letter may tell the zone, ``cn-hangzhou-i``."""
    words = sorted(_words_for(provider), key=len, reverse=True)
    either = "|".join(map(re.escape, words))
    return re.compile(rf"(?<![\w-])(?P<word>{either})(?:-?[a-z])?(?![\w-])")


def _region(text: str, provider: str | None) -> Region | None:
    known = _known().get(provider or "", {})
    city = _CITY.search(text)
    return known.get(_folded(text)) or (known.get(_folded(city[1])) if city else None)


@cache
def _known() -> dict[str, dict[str, Region]]:
    """By provider, and by each way to write a region."""
    found: dict[str, dict[str, Region]] = {}
    with FILE.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            own = found.setdefault(row["provider"], {})
            region = Region(row["provider"], row["code"], row["name"])
            own |= dict.fromkeys(map(_folded, _words(row)), region)
    return found


def _words(row: dict[str, str]) -> Iterator[str]:
    yield from (row["code"], row["name"])
    yield from filter(None, row["also"].split(";"))
    if city := _CITY.search(row["name"]):
        yield city[1]


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
