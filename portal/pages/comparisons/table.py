"""A comparison as a table for other programs: exact figures, a line a figure."""

from collections.abc import Iterator, Sequence

from benchruns.comparison import Comparison
from benchruns.comparison.figures.lines import Line
from benchruns.comparison.figures.prices import Prices
from benchruns.comparison.report import Group
from benchruns.vocabulary import ResultStatus
from portal.links.comparisons import View
from portal.pages.comparisons.names import names_of
from portal.pages.comparisons.sections import lines_of

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
    comparison: Comparison, *, view: View, prices: Prices
) -> Iterator[Sequence[object]]:
    """The lines of the view, each load begun by the ids of its results.

    Then come the standing of each, if one is not current, and how many other results of
    the load each column has, if any has; prices are followed by their days.
    """
    for group in comparison.groups:
        yield from _results(comparison, group)
        for line in lines_of(group, comparison, per=view.per):
            yield from _row(comparison, group.key, line, view=view)
    costs = (cost.line for cost in comparison.costs)
    for line in (*costs, *prices.lines):
        yield from _row(comparison, None, line, view=view)
    if prices.lines:
        yield _facts(None, "priced_on", prices.priced_on)
    for line in comparison.specification:
        yield from _row(comparison, None, line, view=view)


def _results(comparison: Comparison, group: Group) -> Iterator[Sequence[object]]:
    ids = [column[0].id if column else None for column in group.columns]
    yield _facts(group.key, "result", ids)
    statuses = [column[0].status if column else None for column in group.columns]
    if set(statuses) - {None, ResultStatus.CURRENT}:
        yield _facts(group.key, "status", statuses)
    others = [comparison.others.get(id_, 0) if id_ else None for id_ in ids]
    if any(others):
        yield _facts(group.key, "other_results", others)


def _facts(load: str | None, name: str, values: Sequence[object]) -> Sequence[object]:
    """A line of what has no ratio."""
    return (load, name, None, *values, *([None] * (len(values) - 1)))


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
