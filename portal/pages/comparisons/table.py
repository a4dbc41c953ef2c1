"""A comparison as a table for other programs: exact figures, a line a figure."""

from collections.abc import Iterator, Sequence

from benchruns.comparison import Comparison
from benchruns.comparison.fairness.names import numbered
from benchruns.comparison.figures.costs import Column
from benchruns.comparison.figures.lines import Line
from benchruns.comparison.figures.prices import Prices
from benchruns.comparison.report import Group
from benchruns.findings import DAGGER
from benchruns.sentences.doubts import all_doubts_text
from benchruns.vocabulary import ResultStatus
from portal.links.comparisons import View
from portal.pages.comparisons.names import listed, names_of
from portal.pages.comparisons.sections import lines_of

HEAD = ("load", "figure", "unit")
RATIO = "ratio to the baseline"
DOUBT = "doubt"


def columns_of(comparison: Comparison) -> list[tuple[str, str]]:
    """Keys and labels: what a line is, a figure a column, the ratios, what is in doubt.

    Keys count the columns from 1, since people name their runs as they like; what each
    is called stands in the first line. No two labels are the same.
    """
    names = names_of(comparison.entries)
    places = range(1, len(names) + 1)
    others = [place for place in places if place - 1 != comparison.baseline]
    keys = [*(f"column_{n}" for n in places), *(f"ratio_{n}" for n in others)]
    labels = [*names, *(f"{names[place - 1]}, {RATIO}" for place in others)]
    return [
        *((word, word) for word in HEAD),
        *zip(keys, numbered(labels, taken=[*HEAD, DOUBT]), strict=True),
        (DOUBT, DOUBT),
    ]


def rows_of(
    comparison: Comparison, *, view: View, prices: Prices
) -> Iterator[Sequence[object]]:
    """The names of the columns, then the lines, each load begun by the ids of its results.

    What the catalogue says of a class, and not its result, is named in the last line.
    With those come the standing of each, if one is not current, what is in doubt of each, and
    how many other results of the load each column has, if any has; prices are followed
    by their days.
    """
    yield _facts(None, "name", names_of(comparison.entries))
    for group in comparison.groups:
        yield from _results(comparison, group)
        told = _doubt_of(comparison, [group])
        for line in lines_of(group, comparison, per=view.per):
            yield from _row(comparison, group.key, line, view=view, doubt=told)
    told = _doubt_of(comparison, comparison.groups)
    for cost in comparison.costs:
        yield from _row(comparison, None, cost.line, view=view, doubt=told)
    for line in prices.lines:
        is_doubted = any(cell.doubted for cell in line.cells)
        doubt = told if is_doubted else None
        yield from _row(comparison, None, line, view=view, doubt=doubt)
    if prices.lines:
        yield _facts(None, "priced_on", prices.priced_on)
    for line in comparison.specification:
        yield from _row(comparison, None, line, view=view)
    unstated = [", ".join(sorted(entry.unstated)) for entry in comparison.entries]
    if any(unstated):
        yield _facts(None, "of_its_class", [names or None for names in unstated])


def _results(comparison: Comparison, group: Group) -> Iterator[Sequence[object]]:
    ids = [column[0].id if column else None for column in group.columns]
    yield _facts(group.key, "result", ids)
    statuses = [column[0].status if column else None for column in group.columns]
    if set(statuses) - {None, ResultStatus.CURRENT}:
        yield _facts(group.key, "status", statuses)
    doubts = [_doubt(column) for column in group.columns]
    if any(doubts):
        yield _facts(group.key, DOUBT, doubts)
    others = [comparison.others.get(id_, 0) if id_ else None for id_ in ids]
    if any(others):
        yield _facts(group.key, "other_results", others)


def _doubt(column: Column) -> str | None:
    """Of one result: what is in doubt, behind the dagger."""
    if column is None or not column[1].doubt:
        return None
    return f"{DAGGER} {all_doubts_text(column[0].findings)}"


def _doubt_of(comparison: Comparison, groups: Sequence[Group]) -> str | None:
    """Of a line: the columns in doubt behind the dagger."""
    places = {
        place
        for group in groups
        for place, column in enumerate(group.columns)
        if column and column[1].doubt
    }
    if not places:
        return None
    names = names_of(comparison.entries)
    return f"{DAGGER} {listed([names[place] for place in sorted(places)])}"


def _facts(load: str | None, name: str, values: Sequence[object]) -> Sequence[object]:
    """A line of what has no ratio, and of which nothing is in doubt."""
    return (load, name, None, *values, *([None] * (len(values) - 1)), None)


def _row(
    comparison: Comparison,
    load: str | None,
    line: Line,
    *,
    view: View,
    doubt: str | None = None,
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
        doubt,
    )
