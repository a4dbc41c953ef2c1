"""What the frame of a page needs."""

from typing import Any

from django import template
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from portal.formats.whole_words import with_whole_words
from portal.ticks import Tick, compare_query, ticks_of
from portal.web.requests import here

register = template.Library()

COMPARE = "portal:compare"

ITEMS = (
    ("portal:engines", _("Engines")),
    ("portal:classes", _("Classes")),
    ("portal:compare", _("Compare")),
    ("portal:runs", _("Runs")),
    ("portal:trends", _("Trends")),
    ("portal:endpoints", _("Endpoints")),
    ("portal:submissions", _("Submissions")),
    ("portal:guide", _("Guide")),
)


@register.filter
def whole_words(html: str) -> str:
    """Of a page's heading: no line of it breaks within ``disk I/O``."""
    return with_whole_words(html)


@register.inclusion_tag("partials/navigation.html", takes_context=True)
def navigation(context: dict[str, Any]) -> dict[str, Any]:
    """The items of the top bar."""
    path = context["request"].path if "request" in context else ""
    ticks = _ticks(context)
    items = []
    for name, label in ITEMS:
        url = reverse(name)
        is_compare = name == COMPARE
        items.append(
            {
                "url": f"{url}{compare_query(ticks)}" if is_compare else url,
                "label": label,
                "is_current": path.startswith(url),
                "is_compare": is_compare,
                "plain_url": url,
            }
        )
    return {"items": items, "tick_count": len(ticks)}


@register.inclusion_tag("ticks/_bar.html", takes_context=True)
def tick_bar(context: dict[str, Any]) -> dict[str, Any]:
    """What is ticked to compare, and the forms that ticks belong to.

    Not shown on a comparison of just that: ``compared`` are the items of its address.
    """
    request, ticks = context.get("request"), _ticks(context)
    compared = context.get("compared", frozenset())
    return {
        "ticks": ticks,
        "is_compared_here": bool(ticks) and {tick.item for tick in ticks} <= compared,
        "tick_query": compare_query(ticks),
        "tick_message": context.get("tick_message", ""),
        "tick_next": _here(request) if request else "",
        "compare_url": reverse(COMPARE),
        "csrf_token": context.get("csrf_token"),
    }


def _ticks(context: dict[str, Any]) -> list[Tick]:
    """Read once a page: the bar at the bottom and the one at the top both show them."""
    request = context.get("request")
    if request is None:
        return []
    if not hasattr(request, "ticks"):
        request.ticks = ticks_of(request)
    ticks: list[Tick] = request.ticks
    return ticks


def _here(request: HttpRequest) -> str:
    """Where a form without a script returns to: the page, not what was posted."""
    return request.POST.get("next") or here(request)
