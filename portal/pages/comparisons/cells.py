"""The table of a comparison, side by side: what each cell prints."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from benchruns.comparison.figures.lines import Cell, Line
from benchruns.figures.metrics import TOTALS
from benchruns.figures.statistics import Summary
from benchruns.sentences.doubts import doubt_of_result
from benchruns.units import change_size, change_text, is_change, is_in_times
from portal.formats.figures import DASH, exact, figure, ratio
from portal.formats.prices import price
from portal.links.comparisons import View
from portal.pages.comparisons.marks import GroupMarks, Mark
from portal.wording.formulas import formula_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """What stands below a figure; ``url`` is empty where it leads nowhere."""

    text: str
    title: str = ""
    url: str = ""
    is_stale: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CellText:
    """``change`` is from the baseline, ``words`` says the same to who does not see it.

    ``doubt`` is the sentence behind the dagger; empty where nothing is in doubt.
    """

    text: str
    title: str = ""
    url: str = ""
    change: str = ""
    words: str = ""
    is_best: bool = False
    is_baseline: bool = False
    is_refused: bool = False
    doubt: str = ""
    marks: Sequence[Mark] = ()
    note: Note | None = None

    @property
    def is_unknown(self) -> bool:
        return self.text == DASH


@dataclass(frozen=True, slots=True, kw_only=True)
class LineText:
    label: str | Promise
    unit: str
    cells: Sequence[CellText]
    formula: str = ""
    is_figure: bool = True
    differs: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Lines under one head; ``swatch`` is the regime whose sign the head carries."""

    title: str
    lines: Sequence[LineText]
    swatch: str = ""
    marks: Sequence[Mark] = ()


def line_text(
    line: Line,
    *,
    view: View,
    baseline: int,
    marks: GroupMarks | None = None,
    is_figure: bool = True,
) -> LineText:
    best = next((cell.value for cell in line.cells if cell.is_best), None)
    return LineText(
        label=line.label,
        # "Total reads" says what it counts
        unit="" if line.metric.name in TOTALS else line.metric.unit,
        formula=line.formula,
        is_figure=is_figure,
        differs=line.differs,
        cells=[
            _cell_text(
                line,
                place,
                view=view,
                best=best,
                base=line.cells[baseline],
                is_baseline=place == baseline,
                marks=marks.of_cell(line.metric.name, place) if marks else (),
            )
            for place in range(len(line.cells))
        ],
    )


def _cell_text(
    line: Line,
    place: int,
    *,
    view: View,
    best: float | None,
    base: Cell,
    is_baseline: bool,
    marks: Sequence[Mark],
) -> CellText:
    cell = line.cells[place]
    if cell.value is None:
        return CellText(text=DASH, is_baseline=is_baseline)
    percent = None if is_baseline else cell.percent
    is_doubted = bool(cell.doubted or base.doubted)
    change = "" if percent is None else change_text(percent, is_doubted=is_doubted)
    return CellText(
        text=_shown(line, cell, view=view, change=change),
        title=_title(line, cell),
        url=_url(cell),
        change=change,
        words="" if percent is None else in_words(percent, is_doubted=is_doubted),
        is_best=_is_best(line, cell, best),
        is_baseline=is_baseline,
        is_refused=cell.is_refused,
        doubt=doubt_of(cell),
        marks=marks,
    )


def _is_best(line: Line, cell: Cell, best: float | None) -> bool:
    """Or prints like the best; what is in doubt or refused is never the best."""
    if best is None or cell.is_refused or cell.doubted:
        return False
    return _plain(line, cell.value) == _plain(line, best)


def doubt_of(cell: Cell) -> str:
    """The sentence of the first of its results in doubt, or what it is that they doubt."""
    first = next(iter(cell.doubted), None)
    return doubt_of_result(first) or first.doubt if first else ""


def _shown(line: Line, cell: Cell, *, view: View, change: str) -> str:
    """What nothing can be held against stays the figure that it is."""
    if view.show == "relative" and cell.of_best is not None:
        return ratio(cell.of_best)
    if view.show == "percent" and change:
        return change
    return _plain(line, cell.value)


def _plain(line: Line, value: float | None) -> str:
    """A price has three digits that count, a figure those of its size."""
    return price(value) if line.key == "price" else figure(value)


def _title(line: Line, cell: Cell) -> str:
    unit = line.metric.unit
    told = f"{exact(cell.value)} {unit}".strip()
    formula = line.formula
    if not formula and cell.row is not None:
        formula = cell.row.formulas.get(line.key, "")
    formula = formula_text(formula)
    formula = "; ".join(filter(None, [median_text(cell.repeats), formula]))
    return f"{told} = {formula}" if formula else told


def median_text(repeats: Summary | None) -> str:
    """``median of 5 repeats``; empty of a single result."""
    if repeats is None or repeats.count < 2:
        return ""
    return _("median of %(count)d repeats") % {"count": repeats.count}


def _url(cell: Cell) -> str:
    return reverse("portal:result-detail", args=[cell.row.id]) if cell.row else ""


def in_words(percent: float, *, is_doubted: bool = False) -> str:
    """``86.5 % more than the baseline``, ``13.3 times the baseline``."""
    size = change_size(percent, is_doubted=is_doubted)
    if not is_change(percent, is_doubted=is_doubted):
        return _("as much as the baseline")
    if is_in_times(percent):
        return _("%(times)s the baseline") % {"times": size}
    if percent > 0:
        return _("%(size)s more than the baseline") % {"size": size}
    return _("%(size)s less than the baseline") % {"size": size}
