"""Regions and zones of providers: one name for what is written as a code or as a name.

``regions.csv`` has the code and the name of each as its provider prints them. A code is one
provider's own: ``ap-southeast-1`` is Singapore with one of them, Hong Kong with another.
"""

import csv
import re
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("regions.csv")
_CITY = re.compile(r"\(([^()]+)\)\s*$")  # of "China (Hangzhou)"
_ZONE = re.compile(r"(?:zone[ -]?)?([a-z])", re.IGNORECASE)


def region_name(text: str, provider: str | None) -> str:
    """As its provider calls it, by its slug; the text itself where it is none of theirs."""
    found = _region(text, provider)
    return found[1] if found else text


def zone_name(text: str, region: str, provider: str | None) -> str:
    """``Zone I`` of ``cn-hangzhou-i`` and ``I``; the text where its region is not known."""
    found = _region(region, provider)
    if found is None:
        return text
    own = _folded(text).removeprefix(found[0]).removeprefix("-")
    letter = _ZONE.fullmatch(own)
    return f"Zone {letter[1].upper()}" if letter else text


def _region(text: str, provider: str | None) -> tuple[str, str] | None:
    """Code and name."""
    known = _known().get(provider or "", {})
    city = _CITY.search(text)
    return known.get(_folded(text)) or (known.get(_folded(city[1])) if city else None)


@cache
def _known() -> dict[str, dict[str, tuple[str, str]]]:
    """By provider, and by each way to write a region."""
    found: dict[str, dict[str, tuple[str, str]]] = {}
    with FILE.open(newline="") as file:
        for row in csv.DictReader(file):
            own = found.setdefault(row["provider"], {})
            city = _CITY.search(row["name"])
            for text in (row["code"], row["name"], *(city.groups() if city else ())):
                own[_folded(text)] = (row["code"], row["name"])
    return found


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
