"""The commands that repeat the published rows of each chapter, with Benchbook's own tools.

They are printed whole for the first row of each series; of the others it is told what to change.
"""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchruns.commands.example import measuring_command
from benchruns.commands.repeat import commands_to_repeat
from benchruns.engines import ENGINES
from benchruns.models import Result
from benchruns.reports.engine.section import Section
from benchruns.reproduction.differences import ASSUMED, Difference
from benchruns.reproduction.reproduce import Reproduction, reproduce
from benchruns.results.row import Row
from benchruns.workloads import ParameterError

MOST_ROWS = 100  # of a series: more are in the CSV, and repeated from their pages


@dataclass(frozen=True, slots=True)
class Change:
    """Other ``options`` of the measuring command, and whose rows are measured with them."""

    options: str
    places: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReproducingCommand:
    """``assumed`` is what the source does not state and had to be chosen.

    ``alike`` are the other rows of the series that take the same command, ``changes`` what
    the rest take in its place.
    """

    row: Row
    text: str
    assumed: tuple[Difference, ...]
    alike: Sequence[str]
    changes: Sequence[Change]


def reproducing_commands(
    sections: Sequence[Section],
) -> dict[str, list[ReproducingCommand]]:
    """By the section's key, one for each of its series; one query."""
    wanted = {section.key: list(_series(section)) for section in sections}
    ids = [row.id for found in wanted.values() for rows in found for row in rows]
    results = Result.objects.select_related("campaign").in_bulk(ids)
    by_id = {str(pk): result for pk, result in results.items()}
    return {
        key: [made for rows in found if (made := _command(rows, by_id))]
        for key, found in wanted.items()
    }


def _series(section: Section) -> Iterator[list[Row]]:
    """Of each the rows that can be repeated, in the order of the chart."""
    for series in section.series:
        bars = (c.bar(series, is_beside=False) for c in section.categories)
        rows = [bar for bar in bars if bar and not bar.refusal]
        if rows:
            yield rows[:MOST_ROWS]


def _command(
    rows: Sequence[Row], published: Mapping[str, Result]
) -> ReproducingCommand | None:
    """None where the load of the first is outside the limits of the workload."""
    first, *others = rows
    family = ENGINES[published[first.id].engine].family
    made = _made(published[first.id])
    if made is None:
        return None
    command = _measuring(made)
    alike, changes = _changes(command, others, published)
    return ReproducingCommand(
        row=first,
        text=commands_to_repeat(command, family=family),
        assumed=tuple(each for each in made.differences if each.kind == ASSUMED),
        alike=alike,
        changes=changes,
    )


def _changes(
    command: str, others: Sequence[Row], published: Mapping[str, Result]
) -> tuple[list[str], list[Change]]:
    places: dict[str, dict[str, None]] = {}
    for row in others:
        made = _made(published[row.id])
        if made is not None:
            options = _other_options(command, _measuring(made))
            places.setdefault(options, {})[row.place] = None
    alike = list(places.pop("", ()))
    return alike, [Change(options, list(rows)) for options, rows in places.items()]


def _made(published: Result) -> Reproduction | None:
    try:
        return reproduce(published, family=ENGINES[published.engine].family)
    except ParameterError:
        return None


def _measuring(made: Reproduction) -> str:
    family = ENGINES[made.published.engine].family
    return measuring_command(made.workload, made.parameters, family=family)


def _other_options(command: str, other: str) -> str:
    """``--threads=32 --table_size=80000``, ``-c 16 -D scale=20``; empty where all are alike.

    A value that stands by itself is told with the option before it.
    """
    here, there = shlex.split(command), shlex.split(other)
    if len(here) != len(there):
        return other
    told = []
    for place, (old, new) in enumerate(zip(here, there, strict=True)):
        if old != new:
            option = there[place - 1]
            told.append(new if new.startswith("-") else f"{option} {new}")
    return " ".join(told)
