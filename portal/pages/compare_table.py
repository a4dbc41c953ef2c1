"""A comparison as a table for other programs: exact figures, a line a figure."""

from collections.abc import Iterator, Sequence

from benchruns.comparison import Comparison
from benchruns.comparison.lines import Line
from portal.pages.compare_names import names_of
from portal.pages.compare_sections import lines_of
from portal.pages.compare_view import View

HEAD = ("load", "figure", "unit")
RATIO = "ratio to the baseline"


def columns_of(comparison: Comparison) -> list[tuple[str, str]]:
    """Keys and labels: what a line is, a figure a column, then the ratios."""
    names = names_of(comparison.entries)
    others = [n for place, n in enumerate(names) if place != comparison.baseline]
    return [
        *((word, word) for word in HEAD),
        *((name, name) for name in names),
        *((f"{name} ratio", f"{name}, {RATIO}") for name in others),
    ]


def rows_of(
    comparison: Comparison, *, view: View, prices: Sequence[Line] = ()
) -> Iterator[Sequence[object]]:
    """The lines of the view, each load begun by the ids of its results."""
    for group in comparison.groups:
        ids = [column[0].id if column else None for column in group.columns]
        yield (group.key, "result", None, *ids, *([None] * (len(ids) - 1)))
        for line in lines_of(group, comparison, per=view.per):
            yield from _row(comparison, group.key, line, view=view)
    for line in (*comparison.costs, *prices, *comparison.specification):
        yield from _row(comparison, None, line, view=view)


def _row(
    comparison: Comparison, load: str | None, line: Line, *, view: View
) -> Iterator[Sequence[object]]:
    if view.only == "differing" and not line.differs:
        return
    others = [c for p, c in enumerate(line.cells) if p != comparison.baseline]
    yield (
        load,
        line.key,
        line.metric.unit,
        *(cell.value for cell in line.cells),
        *(cell.of_baseline for cell in others),
    )
