"""All that the page of a comparison prints."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.catalogue.pricing import prices
from benchruns.comparison import Asked, Comparison, Complaint
from benchruns.comparison.entries import Entry
from benchruns.comparison.fairness import Comparable
from benchruns.comparison.figures.prices import Prices, prices_of
from benchruns.comparison.figures.scaling import scalings_of, unscaled
from benchruns.comparison.versions import versions_of
from benchruns.figures.statistics import FEWEST_REPEATS
from benchruns.names.class_words import class_word
from benchruns.results.row import Row
from benchruns.sentences.fairness.axes import NOT_COMPARABLE, figures_text, reason_of
from benchruns.sentences.fairness.table import condition_label
from benchruns.vocabulary import Provenance
from portal import ticks
from portal.charts import Chart
from portal.charts.tables import ChartTable, chart_table
from portal.links.comparisons import Links, View
from portal.pages.comparisons.cells import Section
from portal.pages.comparisons.charts import columns as compare_charts
from portal.pages.comparisons.charts import courses as compare_courses
from portal.pages.comparisons.gaps import gaps_of
from portal.pages.comparisons.marks import Mark, marks_of, with_names
from portal.pages.comparisons.names import (
    listed,
    names_of,
    sentence_of,
    size_name,
    title_of,
)
from portal.pages.comparisons.notes import with_standing
from portal.pages.comparisons.parameters import parameters_of
from portal.pages.comparisons.sections import sections_of
from portal.pages.comparisons.switches import switches_of, view_refusals
from portal.templatetags.results import status_word
from portal.web.permissions import Viewer

SIGNS = {"refused": "bad", "different_tests": "bad", "cautions": "caution"}
MOST_EQUAL = 6  # conditions named beside the verdict; the others are folded


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """A column's head; ``provenances`` are those of its results, word and label.

    ``size`` is its class where ``name`` is that of its run.
    """

    entry: Entry
    name: str
    size: str
    url: str
    provenances: Sequence[tuple[str, str]]
    is_baseline: bool
    is_left_out: bool
    baseline_href: str
    remove_href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Banner:
    """``sign`` is ok, caution or bad; ``agreements`` are axes that look unlike.
    ``word`` is where the glossary has the verdict.

    Different tests are not comparable by what one of their figures measures alike, nor
    are rows in doubt. What differs ``beside`` that which makes them different tests is folded.
    """

    sign: str
    verdict: str
    word: str
    equal: Sequence[str]
    more_equal: Sequence[str]
    shown: Sequence[Mark]
    beside: Sequence[Mark]
    folded: Sequence[Mark]
    agreements: Sequence[str]
    are_tests_alike: bool
    is_certain: bool

    @property
    def count_equal(self) -> int:
        return len(self.equal) + len(self.more_equal)

    @property
    def count_findings(self) -> int:
        return len(self.shown) + len(self.beside) + len(self.folded)


@dataclass(frozen=True, slots=True, kw_only=True)
class Money:
    """The prices that a reader may choose from, and those of the chosen one."""

    choices: Sequence[prices.Choice]
    prices: Prices
    problems: Sequence[Complaint]


def money_of(comparison: Comparison, view: View) -> Money:
    choices = prices.choices()
    chosen = next((c for c in choices if view.price in ("", c.key)), None)
    problems = []
    if view.price and chosen is None:
        message = _("There is no price of that region, term and currency.")
        problems.append(Complaint("price", message))
    found = prices_of(comparison, choice=chosen) if chosen else Prices()
    return Money(choices=choices, prices=found, problems=problems)


def links_of(comparison: Comparison, view: View, money: Money) -> Links:
    """What of the address was understood is carried on, so that a file is no error."""
    understood = replace(view, price="") if money.problems else view
    return Links(asked=comparison.asked, view=understood)


def charts_of(comparison: Comparison, view: View, *, user: Viewer) -> list[Chart]:
    """Those of the chosen view; none where it has nothing to show.

    Each says what of it is not current.
    """
    if view.view in view_refusals(comparison):
        return []
    return with_standing(_charts_of(comparison, view, user=user), comparison)


def _charts_of(comparison: Comparison, view: View, *, user: Viewer) -> list[Chart]:
    if view.view == "scaling":
        return compare_charts.scaling_charts(scalings_of(comparison), view)
    if view.view == "repeats":
        return compare_charts.repeat_charts(comparison, view)
    if view.view in ("timeline", "latency"):
        return compare_courses.charts_of_runs(comparison, view, user=user)
    return compare_charts.bar_charts(comparison, view)


def page_of(
    comparison: Comparison,
    view: View,
    *,
    user: Viewer,
    problems: Sequence[Complaint],
) -> Mapping[str, Any]:
    """The context of the template."""
    marks = with_names(marks_of(comparison.judgement), comparison)
    money = money_of(comparison, view)
    links = links_of(comparison, view, money)
    charts = charts_of(comparison, view, user=user)
    banner = banner_of(comparison, marks)
    sections = sections_of(comparison, view=view, marks=marks, prices=money.prices)
    return {
        "comparison": comparison,
        "compared": _items(comparison.asked),
        "view": view,
        "links": links,
        "title": title_of(comparison),
        "sentence": sentence_of(comparison),
        "crumb": _crumb(comparison),
        "problems": [
            c.message for c in (*problems, *comparison.problems, *money.problems)
        ],
        "banner": banner,
        "switches": switches_of(
            comparison,
            links,
            versions=versions_of(comparison.asked, user=user),
            priced=money.choices,
        ),
        "charts": [(chart, _table(chart, view)) for chart in charts],
        "no_charts": view_refusals(comparison).get(view.view, "")
        or _("There is nothing to draw in this view."),
        **(_scaling_parts(comparison) if view.view == "scaling" else {}),
        "heads": _heads(comparison, links),
        "base_name": names_of(comparison.entries)[comparison.baseline],
        "sections": sections,
        "has_best": banner.are_tests_alike and _has_best(sections),
        "parameters": parameters_of(comparison, marks),
        "gaps": gaps_of(comparison, links, user=user),
        "least": FEWEST_REPEATS,
        "formats": [
            (word, links.answer(word)) for word in ("csv", "tsv", "md", "json")
        ],
        "pdf_href": links.answer("pdf"),
        "query": links.to().partition("?")[2],
    }


def _has_best(sections: Sequence[Section]) -> bool:
    lines = (line for section in sections for line in section.lines)
    return any(cell.is_best for line in lines for cell in line.cells)


def _items(asked: Asked) -> frozenset[str]:
    """What is compared, as it would be ticked."""
    classes = (f"{ticks.CLASS}:{class_word(key)}" for key in asked.classes)
    return frozenset([*map(ticks.result_item, asked.results), *classes])


def _crumb(comparison: Comparison) -> str:
    count = len(comparison.entries)
    if comparison.asked.is_of_results:
        return ngettext("%(count)d result", "%(count)d results", count) % {
            "count": count
        }
    return ngettext("%(count)d column", "%(count)d columns", count) % {"count": count}


def banner_of(comparison: Comparison, marks: Sequence[Mark]) -> Banner:
    # of figures that cannot be compared their verdict tells, or their lines alone do
    grave = [mark for mark in marks if mark.is_caution and mark.code != NOT_COMPARABLE]
    equal = [condition_label(code) for code in comparison.judgement.equal]
    fine = "caution" if _is_alone(comparison) else "ok"
    are_apart = bool(comparison.judgement.other_tests)
    beside = [mark for mark in marks if are_apart and mark.is_beside]
    return Banner(
        sign=SIGNS.get(comparison.standing, fine),
        verdict=_verdict(comparison, grave),
        word=_word(comparison, grave),
        equal=equal[:MOST_EQUAL],
        more_equal=equal[MOST_EQUAL:],
        shown=[mark for mark in marks if mark.is_shown and mark not in beside],
        beside=beside,
        folded=[mark for mark in marks if not mark.is_shown],
        agreements=[
            f"{figures_text([each.figure])}: {reason_of(each.reason)}"
            for each in _distinct(comparison)
        ],
        are_tests_alike=not comparison.judgement.other_tests,
        is_certain=not list(_objections(comparison)),
    )


def _distinct(comparison: Comparison) -> list[Comparable]:
    """Each sentence once."""
    found = {(e.figure, e.reason): e for e in comparison.judgement.comparable}
    return list(found.values())


def _verdict(comparison: Comparison, grave: Sequence[Mark]) -> str:
    if _is_alone(comparison):
        return _("Nothing to compare yet")
    if told := list(_objections(comparison)):
        return ". ".join(told)
    if not grave:
        return _("Comparable")
    text = ngettext(
        "Comparable with %(count)d caution",
        "Comparable with %(count)d cautions",
        len(grave),
    )
    return text % {"count": len(grave)}


def _objections(comparison: Comparison) -> Iterator[str]:
    """What is worse than a caution: what doubts all figures, then what refuses some."""
    judgement = comparison.judgement
    if judgement.other_tests:
        names = map(condition_label, judgement.other_tests)
        yield _("Different tests: %(what)s") % {"what": ", ".join(names)}
    if count := len(judgement.in_doubt):
        text = ngettext(
            "In doubt: %(count)d result", "In doubt: %(count)d results", count
        )
        yield text % {"count": count}
    if figures := comparison.refused_figures:
        yield _("Not comparable on %(figures)s") % {"figures": figures_text(figures)}


def _word(comparison: Comparison, grave: Sequence[Mark]) -> str:
    """The anchor in the glossary of what ``_verdict`` says first; empty of one column."""
    if _is_alone(comparison):
        return ""
    if comparison.judgement.other_tests:
        return "different-tests"
    if comparison.judgement.in_doubt:
        return "in-doubt"
    if comparison.refused_figures:
        return "refusal"
    return "caution" if grave else "comparable"


def _is_alone(comparison: Comparison) -> bool:
    """Whether all results are of one column, so that nothing is held against it."""
    return sum(bool(entry.results) for entry in comparison.entries) < 2


def _heads(comparison: Comparison, links: Links) -> list[Head]:
    names = names_of(comparison.entries)
    return [
        Head(
            entry=entry,
            name=name,
            size="" if name.startswith(size_name(entry)) else size_name(entry),
            url=_url(entry),
            provenances=list(dict.fromkeys(map(_provenance, entry.rows.values()))),
            is_baseline=place == comparison.baseline,
            is_left_out=any(r.exclusion_id for r in entry.results.values()),
            baseline_href=links.with_baseline(entry),
            remove_href=links.without(entry),
        )
        for place, (entry, name) in enumerate(
            zip(comparison.entries, names, strict=True)
        )
    ]


def _provenance(row: Row) -> tuple[str, str]:
    """Its word and its label; of what is not current that, too."""
    label = str(Provenance(row.provenance).label)
    status = status_word(row)
    return row.provenance, f"{label}, {status}" if status else label


def _url(entry: Entry) -> str:
    """A result's own page, or that of the class."""
    row = next(iter(entry.rows.values()), None)
    if row is not None and entry.key == row.id:
        return reverse("portal:result-detail", args=[row.id])
    key = entry.class_key
    if key is None:
        return ""
    return reverse("portal:class-detail", args=[key.provider, key.engine, key.code])


def _table(chart: Chart, view: View) -> ChartTable | None:
    """Bars and scaling have their figures in the tables below; others bring their own."""
    return None if view.view in ("bars", "scaling") else chart_table(chart)


def _scaling_parts(comparison: Comparison) -> dict[str, Any]:
    """The tables of the scaling view, and the names of columns that are in none."""
    names = names_of(comparison.entries)
    scalings = scalings_of(comparison)
    return {
        "scalings": [
            (scaling, [names[size.place] for size in scaling.sizes])
            for scaling in scalings
        ],
        "unscaled": listed([names[p] for p in unscaled(comparison, scalings)]),
    }
