"""The repeats of what a comparison shows, as far as each column has its own.

And how many results a column has beside them.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchruns.comparison.candidates import Viewer
from benchruns.comparison.entries import Entry
from benchruns.results import repeats
from benchruns.results.repeats import Repeats
from benchruns.results.row import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundRepeats:
    """``shared`` are rows of one configuration that stand in several columns."""

    by_result: Mapping[object, Repeats]
    shared: Sequence[Sequence[Row]]


def repeats_found(entries: Sequence[Entry], *, user: Viewer) -> FoundRepeats:
    """A row that repeats another column's stands for itself alone."""
    pairs = [
        (row, entry.results[load])
        for entry in entries
        for load, row in entry.rows.items()
    ]
    found = repeats.repeats_of([result for _row, result in pairs], user=user)
    holders: dict[object, list[tuple[Row, object]]] = defaultdict(list)
    for row, result in pairs:
        for repeat in found[result.pk].all:
            holders[repeat.pk].append((row, result.pk))
    shared = {
        frozenset(pk for _row, pk in members): members
        for members in holders.values()
        if len(members) > 1
    }
    alone = {pk for keys in shared for pk in keys}
    return FoundRepeats(
        by_result={pk: group for pk, group in found.items() if pk not in alone},
        shared=[[row for row, _pk in members] for members in shared.values()],
    )


def others_of(
    entries: Sequence[Entry], repeats: Mapping[object, Repeats]
) -> dict[str, int]:
    """By result, how many more its class and version have of its load, if any.

    Its repeats are none of them: they stand in its median.
    """
    others = {}
    for entry in entries:
        for load, count in entry.counts.items():
            found = repeats.get(entry.results[load].pk)
            shown = len(found.counted) if found else 1
            if count > shown:
                others[entry.rows[load].id] = count - shown
    return others
