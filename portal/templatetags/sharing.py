"""What stands at one chart of a page: its legend, and the menu by which it leaves."""

from typing import TYPE_CHECKING, Any

from django import template
from django.utils.html import format_html

from portal.charts import Chart, legend_of
from portal.charts.legend import Sign

if TYPE_CHECKING:
    from django.http import HttpRequest

register = template.Library()

# Words that ask for another answer than the page; the rest is its state.
NOT_STATE = ("format", "chart", "theme")
FRAME_WIDTH, FRAME_HEIGHT = 760, 520
# What stands beside and around the chart of a frame.
FRAME_EDGES, FRAME_WORDS = 32, 210


@register.inclusion_tag("partials/share.html", takes_context=True)
def share(
    context: dict[str, Any], chart: Chart, embed_path: str = ""
) -> dict[str, Any]:
    """Copy link, PNG, SVG, CSV, JSON and the code of a frame, of the page's own state.

    The page must answer ``format`` csv, json and svg (``portal.pages.answers.charts``), and
    gives ``shown_query`` where it shows less than its address asks for: a file refuses that;
    ``embed_path`` is its frame's address, empty where it has none.
    """
    request: HttpRequest = context["request"]

    def address(path: str, **words: str) -> str:
        return _address(context, path, **words)

    page = address(request.path)
    return {
        "chart": chart,
        "key": chart.id.removeprefix("chart-"),
        "link": request.build_absolute_uri(page),
        "svg": address(request.path, format="svg", chart=chart.id),
        "csv": address(request.path, format="csv"),
        "json": address(request.path, format="json"),
        "frame": _frame(
            request.build_absolute_uri(address(embed_path, chart=chart.id)),
            chart,
        )
        if embed_path
        else "",
    }


@register.simple_tag(takes_context=True)
def drawing_address(context: dict[str, Any], chart: Chart) -> str:
    """Where the page answers with the server's own drawing of its ``chart``."""
    return _address(context, context["request"].path, format="svg", chart=chart.id)


@register.inclusion_tag("partials/chart_legend.html")
def chart_legend(chart: Chart, *, has_title: bool = False) -> dict[str, Any]:
    """Every sign of one chart with its word; the colour of bars of one kind stands in
    the title of a chart that has one."""
    titled = has_title and len(chart.series) == 1
    items = [
        item for item in legend_of(chart) if not (titled and item.sign == Sign.SWATCH)
    ]
    return {"legend": items}


def _address(context: dict[str, Any], path: str, **words: str) -> str:
    query = (context.get("shown_query") or context["request"].GET).copy()
    for name in NOT_STATE:
        query.pop(name, None)
    for name, word in words.items():
        query[name] = word
    text = query.urlencode(safe=",/")
    return f"{path}?{text}" if text else path


def _frame(address: str, chart: Chart) -> str:
    """As high as the chart asks, so that it is not read through a slit."""
    lies = chart.stands_from > FRAME_WIDTH - FRAME_EDGES
    height = chart.lying_height + FRAME_WORDS if lies else FRAME_HEIGHT
    return format_html(
        '<iframe src="{}" title="{}" width="{}" height="{}" loading="lazy"></iframe>',
        address,
        f"{chart.heading}, {chart.unit}",
        FRAME_WIDTH,
        max(height, FRAME_HEIGHT),
    )
