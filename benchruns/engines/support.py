"""Until when a vendor mends a release line: the engine's own file of dates.

Each line of it has the release line, the last day of support and where the vendor says so.
"""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

FILE = "end_of_life.csv"


@dataclass(frozen=True, slots=True, kw_only=True)
class Support:
    """``source`` is the vendor's page."""

    line: str
    ends_on: date
    source: str


def read(folder: Path) -> Mapping[str, Support]:
    """By release line; of the file beside the engine's other facts."""
    with (folder / FILE).open(encoding="utf-8", newline="") as text:
        found = [
            Support(
                line=row["release_line"],
                ends_on=date.fromisoformat(row["ends_on"]),
                source=row["source"],
            )
            for row in csv.DictReader(text, strict=True)
        ]
    return {each.line: each for each in found}


def of_line(known: Mapping[str, Support], version: str) -> Support | None:
    """Of a release line; an edition behind it, as in 2012 EE, has the line's own."""
    return known.get(version) or known.get(version.rpartition(" ")[0])
