"""The commands that repeat a published row of each chapter, with Benchbook's own tools."""

from collections.abc import Sequence
from dataclasses import dataclass

from benchruns.commands.example import measuring_command
from benchruns.commands.repeat import commands_to_repeat
from benchruns.engines import ENGINES
from benchruns.models import Result
from benchruns.reports.engine.section import Section
from benchruns.reproduction.differences import ASSUMED, Difference
from benchruns.reproduction.reproduce import reproduce
from benchruns.results.row import Row
from benchruns.workloads import ParameterError


@dataclass(frozen=True, slots=True, kw_only=True)
class ReproducingCommand:
    """``assumed`` is what the source does not state and had to be chosen."""

    row: Row
    text: str
    assumed: tuple[Difference, ...]


def reproducing_commands(
    sections: Sequence[Section],
) -> dict[str, list[ReproducingCommand]]:
    """By the section's key, one for each of its series; one query."""
    wanted = {section.key: _examples(section) for section in sections}
    ids = [row.id for rows in wanted.values() for row in rows]
    results = Result.objects.select_related("campaign").in_bulk(ids)
    by_id = {str(pk): result for pk, result in results.items()}
    return {
        key: [made for row in rows if (made := _command(row, by_id[row.id]))]
        for key, rows in wanted.items()
    }


def _examples(section: Section) -> list[Row]:
    """The first row of each series that can be repeated."""
    found = []
    for series in section.series:
        bars = (c.bar(series, is_beside=False) for c in section.categories)
        first = next((bar for bar in bars if bar and not bar.refusal), None)
        if first:
            found.append(first)
    return found


def _command(row: Row, published: Result) -> ReproducingCommand | None:
    """None for a row whose load is outside the limits of the workload."""
    family = ENGINES[published.engine].family
    try:
        made = reproduce(published, family=family)
    except ParameterError:
        return None
    command = measuring_command(made.workload, made.parameters, family=family)
    return ReproducingCommand(
        row=row,
        text=commands_to_repeat(command, family=family),
        assumed=tuple(each for each in made.differences if each.kind == ASSUMED),
    )
