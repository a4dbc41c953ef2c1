"""``/results/``: every result that its reader may see, filtered and sorted by the address."""

from dataclasses import dataclass
from functools import partial

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from benchruns.figures.metrics import METRICS
from benchruns.models import Result
from benchruns.results.readable import readable
from benchruns.results.row import Row, read_row
from benchruns.workloads.main_figure import main_figures
from portal.pages.answers.csv import csv_answer, result_lines
from portal.pages.results.selection import CLASS, FORMAT, ORDERS, PAGE, SORT, Selection
from portal.web.address_words import page_of, status_of_list
from portal.web.faults import answer_faults
from portal.web.page_cache.anonymous import kept_for_anonymous
from portal.web.permissions import Viewer

PAGE_SIZE = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A row with what its columns print; ``run_name`` is for the run's owner alone.

    ``headline`` is the figure, with its unit, that its load is known by on its engine,
    where no column has it.
    """

    row: Row
    figures: dict[str, float | None]
    headline: tuple[float, str] | None
    run_name: str


class _Pages(Paginator):  # type: ignore[type-arg]  # not generic at run time
    """Of the ids of a selection's results."""

    def __init__(self, selection: Selection) -> None:
        super().__init__(selection.keys(), PAGE_SIZE)  # type: ignore[arg-type]  # parts alone are taken
        self._selection = selection

    @cached_property
    def count(self) -> int:
        return self._selection.count()


@require_safe
@vary_on_headers("HX-Request")
@kept_for_anonymous
def results(request: HttpRequest) -> HttpResponse:
    """``format=csv`` gives all rows of the selection, not those of a page alone."""
    selection = Selection(request)
    read = partial(_line, viewer=request.user)
    wanted = selection.words.get(FORMAT, "")
    if wanted not in ("", "csv"):
        text = _("There is no format “%(name)s”: ask for csv.") % {"name": wanted[:20]}
        selection.problems.append(text)
    if wanted and selection.problems:
        return answer_faults(wanted, [("", text) for text in selection.problems])
    if wanted == "csv":
        found = readable(selection.results().iterator(chunk_size=500), read)
        return csv_answer("results.csv", result_lines(line.row for line in found.rows))
    pages = _Pages(selection)
    page = pages.page(1) if selection.problems else page_of(request, pages, word=PAGE)
    shown = readable(selection.rows_of(page), read)
    context = {
        "selection": selection,
        "code": selection.words.get(CLASS, ""),
        "page": page,
        "lines": shown.rows,
        "left_out": shown.left_out,
        "sorts": {name: _sort(selection, name) for name in ORDERS},
        "here": selection.address(**{PAGE: "", FORMAT: ""}),
        "csv": selection.address(**{PAGE: "", FORMAT: "csv"}),
    }
    status = status_of_list(request, selection.problems)
    return render(request, "results/list.html", context, status=status)


def _line(result: Result, *, viewer: Viewer) -> Line:
    row = read_row(result, run_is_visible=getattr(result, "run_is_visible", False))
    is_own = result.owner_id is not None and result.owner_id == viewer.pk
    return Line(
        row=row,
        figures=_figures(row),
        headline=_headline(row),
        run_name=getattr(result, "run_name", None) or "" if is_own else "",
    )


def _headline(row: Row) -> tuple[float, str] | None:
    known = (n for n in main_figures(row.workload, row.engine) if n in row.figures)
    name = next(known, "tps")
    if name in ORDERS.values():
        return None
    return row.figures[name], METRICS[name].unit


def _figures(row: Row) -> dict[str, float | None]:
    return {column: row.figures.get(column) for column in ORDERS.values()}


def _sort(selection: Selection, name: str) -> dict[str, str]:
    """Its head's link: the best first, and the other way round at the next click."""
    first, other = (name, f"-{name}") if name == "latency" else (f"-{name}", name)
    states = {name: "ascending", f"-{name}": "descending"}
    return {
        "href": selection.address(
            **{SORT: other if selection.sort == first else first, PAGE: ""}
        ),
        "state": states.get(selection.sort, ""),
    }
