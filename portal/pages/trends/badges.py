"""Badges: the newest verdict of a series as a small picture for other people's pages.

A badge shows what anybody may see, whoever asks for it. A series of others' and one
that is not there look alike.
"""

import re
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Max, Q, Sum
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from benchruns.findings import marked
from benchruns.models import Regression, Result, Series
from benchruns.trends.figures import figures_of
from benchruns.trends.trend import measured, trend_of
from benchruns.trends.verdict import Standing, TrendVerdict, verdict_of
from benchruns.workloads.labels import workload_label
from portal.charts.badge import BLUE, GREEN, GREY, RED, Badge
from portal.formats.figures import figure as figure_text
from portal.queries import trends as trend_queries
from portal.wording import trends as trend_wording

KEPT_SECONDS = 300
NOBODY = AnonymousUser()
COLOURS = {
    Standing.REGRESSION: RED,
    Standing.WORSE: RED,
    Standing.BETTER: GREEN,
    Standing.STEADY: BLUE,
    Standing.TOO_FEW: GREY,
}
MEANT_IN_MARKDOWN = re.compile(r"[\\`*_\[\]<>!|&\s]+")


@require_safe
def badge(request: HttpRequest, id: UUID) -> HttpResponse:
    """``figure`` chooses what it is of; the series' own main figure without it."""
    series = trend_queries.visible(NOBODY).filter(pk=id).first()
    known = figures_of(series) if series else {}
    figure = request.GET.get("figure") or next(iter(known), "")
    if series is None or figure not in known:
        return _answer(request, _unknown().svg, state="unknown")
    results = measured(NOBODY, figure).filter(series=series)
    newest = results.select_related("instance_class").first()
    name = trend_wording.title(series, newest, is_private_seen=False)
    label = f"{workload_label(series.workload)}, {known[figure]}"
    found = list(
        trend_queries.seen_regressions(NOBODY).filter(
            rule__series=series, rule__figure=figure
        )
    )
    state = repr((label, name, _state_of(series, figure), _states(found)))
    if (unchanged := _unchanged(request, state)) is not None:
        return unchanged
    verdict = verdict_of(trend_of(series, user=NOBODY, figure=figure), found)
    drawn = Badge(
        label=label,
        message=_message(verdict),
        colour=COLOURS[verdict.standing],
        title=f"{known[figure]}, {name}: {_sentence(verdict, newest)}",
    )
    return _answer(request, drawn.svg, state=state)


def markdown_of(request: HttpRequest, series: Series, figure: str, name: str) -> str:
    """What shows the badge, as a link to its series, where Markdown is read."""
    alt = MEANT_IN_MARKDOWN.sub(" ", name).strip()
    picture = request.build_absolute_uri(address_of(series, figure))
    page = reverse("portal:trend", args=[series.pk])
    link = request.build_absolute_uri(f"{page}?figure={figure}")
    return f"[![{alt}]({picture})]({link})"


def address_of(series: Series, figure: str) -> str:
    return f"{reverse('portal:badge', args=[series.pk])}?figure={figure}"


def _unknown() -> Badge:
    text = _("unknown")
    title = _("There is no public trend here.")
    return Badge(label="Benchbook", message=text, colour=GREY, title=title)


def _message(verdict: TrendVerdict) -> str:
    words = {
        Standing.REGRESSION: _("regression %(change)s"),
        Standing.WORSE: _("worse %(change)s"),
        Standing.BETTER: _("better %(change)s"),
        Standing.STEADY: _("steady"),
        Standing.TOO_FEW: _("too few results"),
    }
    is_doubted = verdict.is_in_doubt
    change = trend_wording.signed(verdict.percent, is_doubted=is_doubted)
    return marked(words[verdict.standing] % {"change": change}, is_doubted)


def _sentence(verdict: TrendVerdict, newest: Result | None) -> str:
    """ "worse −20.0 % since 2026-03-01, newest 795"."""
    parts = [_message(verdict)]
    if verdict.since:
        parts.append(_("since %(day)s") % {"day": f"{verdict.since:%Y-%m-%d}"})
    if verdict.newest is not None:
        text = _("(newest %(value)s)")
        parts.append(text % {"value": figure_text(verdict.newest)})
    if verdict.is_in_doubt:
        parts.append(_("† of figures in doubt"))
    return " ".join(parts)


def _state_of(series: Series, figure: str) -> dict[str, Any]:
    """What the verdict can only change with: no level is looked for to know it."""
    is_counted = Q(exclusion=None)
    return (
        measured(NOBODY, figure)
        .filter(series=series)
        .order_by()
        .aggregate(
            counted=Count("pk", filter=is_counted),
            newest=Max("measured_at", filter=is_counted),
            total=Sum(figure, filter=is_counted),
            doubted=Count("pk", filter=is_counted & ~Q(doubt="")),
        )
    )


def _states(found: list[Regression]) -> list[tuple[UUID, str, float]]:
    return [(each.pk, each.state, each.after) for each in found]


def _etag(state: str) -> str:
    return f'"{sha256(state.encode()).hexdigest()[:32]}"'


def _unchanged(request: HttpRequest, state: str) -> HttpResponse | None:
    response = get_conditional_response(request, etag=_etag(state))
    if response is not None:
        patch_cache_control(response, public=True, max_age=KEPT_SECONDS)
    return response


def _answer(request: HttpRequest, svg: str, *, state: str) -> HttpResponse:
    if (unchanged := _unchanged(request, state)) is not None:
        return unchanged
    response = HttpResponse(svg, content_type="image/svg+xml; charset=utf-8")
    response["ETag"] = _etag(state)
    patch_cache_control(response, public=True, max_age=KEPT_SECONDS)
    return response
