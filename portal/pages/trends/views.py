"""Trends: the list of series, and one over time with its changes and rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from benchruns.engines import ENGINE_CHOICES
from benchruns.models import Regression, Series
from benchruns.trends import trend_list
from benchruns.trends.figures import figures_of
from benchruns.trends.rules import may_watch
from benchruns.trends.trend import MOST_POINTS, Trend, trend_of
from benchruns.vocabulary import Visibility
from benchruns.workloads import WORKLOADS
from benchruns.workloads.labels import workload_label
from portal.accounts import feed_keys
from portal.charts.sparklines import Sparkline, lying_boxes, sparkline
from portal.charts.trends import chart_of
from portal.forms.regressions import RuleForm
from portal.pages.answers.tables import answer_table, exports_of
from portal.pages.trends import badges
from portal.pages.trends.files import trend_file
from portal.queries import trends as trend_queries
from portal.web import permissions
from portal.web.address_words import (
    LONGEST_WORD,
    faults_of_filters,
    no_endpoint,
    status_of_list,
)
from portal.web.faults import answer_faults
from portal.wording import runs
from portal.wording import trends as trend_wording

AXES = ("time", "order")
MOST_REGRESSIONS = 20
LAST_PAGE = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesRow:
    """A series as one line of the list; ``title`` is the whole of it in words."""

    line: trend_list.Line
    title: str
    workload: str
    place: str
    load: str
    percent: float | None
    change: str
    curve: Sparkline
    is_worse: bool

    @property
    def doubt(self) -> str:
        return str(self.line.newest.doubt)


@require_safe
def trends(request: HttpRequest) -> HttpResponse:
    """One's own series and those with public results, the newest series first.

    ``format`` (csv, tsv, md or json) gives the page that is asked for.
    """
    filters = _filters(request.GET)
    problems = _problems(request.GET, filters)
    wanted = request.GET.get("format", "")
    if wanted and problems:
        return answer_faults(wanted, [("", text) for text in problems])
    listed = trend_queries.visible(request.user)
    found = listed.none() if problems else _filtered(listed, request)
    page = trend_list.page_of(
        trend_queries.with_open(found, request.user),
        user=request.user,
        number=_page_number(request.GET),
    )
    rows = [_row(line, request.user) for line in page.lines]
    if page.number > 1 and not rows and not problems:
        problems.append(_no_page(str(page.number)))
    if wanted:
        return _list_file(wanted, rows)
    query = request.GET.copy()
    query.pop("page", None)
    return render(
        request,
        "trends/list.html",
        {
            "page": page,
            "rows": rows,
            "most": MOST_POINTS,
            "exports": exports_of(request.GET),
            "filters": filters,
            "problems": problems,
            "query": query.urlencode(),
            "is_filtered": any(query.values()),
            **feeds_of(request),
        },
        status=status_of_list(request, problems),
    )


LIST_COLUMNS = (
    *("series", "workload", "place", "load", "engine", "engine_version"),
    *("newest_result", "tps", "measured_at", "excluded", "change_percent"),
    *("results", "has_more_results", "is_worse", "doubt"),
)


def _list_file(wanted: str, rows: Sequence[SeriesRow]) -> HttpResponse:
    """``results`` are counted up to those of a series' own page."""
    lines = [
        (
            *(str(row.line.series.pk), row.line.series.workload, row.place, row.load),
            *(newest.engine, newest.engine_version, str(newest.pk), newest.tps),
            newest.measured_at,
            newest.exclusion_id is not None,
            *(row.percent, len(row.line.spots), row.line.is_cut, row.is_worse),
            newest.doubt or None,
        )
        for row in rows
        for newest in (row.line.newest,)
    ]
    columns = [(name, name) for name in LIST_COLUMNS]
    return answer_table(wanted, "trends", columns, lines)


def _problems(query: QueryDict, filters: Sequence[dict[str, Any]]) -> list[str]:
    choices = {
        each["name"]: [word for word, _label in each["choices"]] for each in filters
    }
    known = (*choices, "endpoint", "page", "format")
    problems = list(faults_of_filters(query, known=known, choices=choices))
    if (word := query.get("endpoint")) and not _is_id(word):
        problems.append(no_endpoint(word))
    word = query.get("page", "").strip()
    if word and word != str(_page_number(query)):
        problems.append(_no_page(word))
    return problems


def _no_page(word: str) -> str:
    return _("There is no page “%(word)s”.") % {"word": word[:LONGEST_WORD]}


def _is_id(word: str) -> bool:
    try:
        UUID(word)
    except ValueError:
        return False
    return True


def _filtered(found: QuerySet[Series], request: HttpRequest) -> QuerySet[Series]:
    if engine := request.GET.get("engine"):
        found = found.filter(endpoint__engine=engine)
    if workload := request.GET.get("workload"):
        found = found.filter(workload=workload)
    if endpoint := request.GET.get("endpoint"):
        found = trend_queries.of_endpoint(found, request.user, UUID(endpoint))
    return found


def _page_number(query: QueryDict) -> int:
    word = query.get("page", "")
    number = int(word) if word.isascii() and word.isdecimal() and len(word) < 6 else 1
    return min(max(1, number), LAST_PAGE)


def _filters(query: QueryDict) -> list[dict[str, Any]]:  # for the template
    workloads = [(name, str(each.label)) for name, each in WORKLOADS.items()]
    return [
        {"name": name, "label": label, "choices": choices, "chosen": query.get(name)}
        for name, label, choices in (
            ("engine", _("Engine"), ENGINE_CHOICES),
            ("workload", _("Workload"), workloads),
        )
    ]


def _row(line: trend_list.Line, viewer: permissions.Viewer) -> SeriesRow:
    series = line.series
    seen = permissions.is_owner_or_staff(viewer, series.endpoint.owner_id)
    change = line.change()
    return SeriesRow(
        line=line,
        title=trend_wording.title(series, line.newest, is_private_seen=seen),
        workload=workload_label(series.workload),
        place=trend_wording.place(series, line.newest, is_private_seen=seen),
        load=runs.load(trend_wording.load_of(series)),
        percent=change.percent,
        change=trend_wording.signed(change.percent, is_doubted=change.is_doubted),
        curve=sparkline(line.drawn),
        is_worse=series.is_worse,  # type: ignore[attr-defined]  # annotated
    )


def feeds_of(request: HttpRequest) -> dict[str, Any]:  # for the template
    key = feed_keys.key_of(request.user) if request.user.is_authenticated else None
    return {"feed_key": key}


@require_safe
def trend(request: HttpRequest, id: UUID) -> HttpResponse:
    return trend_page(request, trend_queries.shown(request.user, id))


def trend_page(
    request: HttpRequest,
    series: Series,
    *,
    rule_form: RuleForm | None = None,
) -> HttpResponse:
    """The page, or its figures as a file; with forms that were refused, if any."""
    figures = figures_of(series)
    words, problems = _words(request.GET, figures)
    wanted = request.GET.get("format")
    if wanted and problems:
        return answer_faults(wanted, [("", text) for text in problems])
    found = trend_of(series, user=request.user, figure=words["figure"])
    regressions = list(
        trend_queries.seen_regressions(request.user).filter(rule__series=series)[
            :MOST_REGRESSIONS
        ]
    )
    if wanted:
        return trend_file(wanted, found)
    return render(
        request,
        "trends/detail.html",
        {
            "series": series,
            "problems": problems,
            **_report(found, regressions, axis=words["axis"]),
            **_heading(found, request.user),
            **_switches(words, figures),
            **_badge(request, found, figures[words["figure"]]),
            "regressions": regressions,
            **_rules(request, series, rule_form=rule_form),
            **feeds_of(request),
        },
    )


def _words(
    query: QueryDict, figures: Mapping[str, str]
) -> tuple[dict[str, str], list[str]]:
    """What is shown, and a sentence for each word that names nothing."""
    words, problems = {"figure": next(iter(figures)), "axis": AXES[0]}, []
    for name, known in (("figure", tuple(figures)), ("axis", AXES)):
        word = query.get(name)
        if word in known:
            words[name] = str(word)
        elif word:
            problems.append(
                _("There is no %(name)s “%(word)s”; known: %(known)s.")
                % {"name": name, "word": word[:60], "known": ", ".join(known)}
            )
    return words, problems


def _report(
    found: Trend, regressions: Sequence[Regression], *, axis: str
) -> dict[str, Any]:  # for the template
    shifts = found.shifts()
    watched = [each for each in regressions if each.rule.figure == found.metric.name]
    letters = {shift.index: shift.letter for shift in shifts}
    return {
        "trend": found,
        "shifts": shifts,
        "boxes": lying_boxes(found.versions()),
        "chart": chart_of(
            found,
            axis=axis,
            shifts=shifts,
            levels=found.levels(shifts),
            regressions=watched,
        ),
        "rows": [
            {"point": point, "letter": letters.get(index, "")}
            for index, point in enumerate(found.points)
        ][::-1],
    }


def _heading(found: Trend, viewer: permissions.Viewer) -> dict[str, Any]:
    series = found.series
    newest = found.points[-1].result if found.points else None
    seen = permissions.is_owner_or_staff(viewer, series.endpoint.owner_id)
    return {
        "title": trend_wording.title(series, newest, is_private_seen=seen),
        "asked": runs.asked(trend_wording.load_of(series)),
        "newest": newest,
        "is_private_seen": seen,
    }


def _badge(
    request: HttpRequest, found: Trend, label: str
) -> dict[str, Any]:  # for the template
    """Its words tell others nothing that the page does not."""
    series, figure = found.series, found.metric.name
    name = f"{workload_label(series.workload)}, {label}"
    return {
        "badge": badges.address_of(series, figure),
        "badge_markdown": badges.markdown_of(request, series, figure, name),
        "is_badge_known": any(
            point.result.visibility == Visibility.PUBLIC for point in found.points
        ),
    }


def _switches(
    words: dict[str, str], figures: Mapping[str, str]
) -> dict[str, Any]:  # for the template
    axes = {"time": _("by time"), "order": _("evenly")}
    return {
        "figure": words["figure"],
        "axis": words["axis"],
        "figures": list(figures.items()),
        "axes": [(name, axes[name]) for name in AXES],
    }


def _rules(
    request: HttpRequest,
    series: Series,
    *,
    rule_form: RuleForm | None,
) -> dict[str, Any]:  # for the template
    """The rules of who may make some, each with its form."""
    user = request.user
    if not user.is_authenticated or not may_watch(user, series):
        return {"may_watch": False}
    rules = list(series.rules.filter(owner_id=user.pk))
    watched = {rule.figure for rule in rules}
    figures = figures_of(series)
    free = [each for each in figures if each not in watched]
    new = {"figure": next(iter(free), None)}
    return {
        "may_watch": True,
        "rules": rules,
        "rule_form": rule_form
        or (RuleForm(initial=new, figures=figures) if free else None),
        "has_address": bool(user.email),
        "is_mail_on": settings.MAIL_IS_ON,
    }
