"""Charts in frames on other people's pages.

A frame shows what anybody may see, whoever asks: it needs no cookie, sets none and has
no form. These responses alone may be framed anywhere.
"""

from collections.abc import Callable, Sequence

from csp.constants import NONE
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from portal.charts import Chart
from portal.charts.tables import chart_table
from portal.web.context import THEMES

View = Callable[..., HttpResponseBase]


def framable(view: View) -> View:
    """A GET view whose answers may be framed anywhere."""
    policy = csp_replace({"frame-ancestors": ["*"], "form-action": [NONE]})
    return require_safe(xframe_options_exempt(policy(view)))


def frame_answer(
    request: HttpRequest, charts: Sequence[Chart], *, title: str, link: str
) -> HttpResponse:
    """The chart that ``?chart=`` names, or the first, with its table and source.

    ``link`` is the page it comes from. ``?theme=`` fixes the look.
    """
    asked = request.GET.get("chart", "")
    drawn = [chart for chart in charts if not chart.is_empty]
    chart = next((each for each in drawn if asked in ("", each.id)), None)
    theme = request.GET.get("theme", "")
    context = {
        "title": title,
        "link": request.build_absolute_uri(link),
        "theme": theme if theme in THEMES else "",
        "chart": chart,
        "table": chart_table(chart) if chart else None,
        "problem": "" if chart else _problem(asked),
    }
    status = 200 if chart else 404
    return render(request, "embed/frame.html", context, status=status)


def _problem(asked: str) -> str:
    if not asked:
        return _("There is nothing to draw in this view.")
    return _("There is no chart “%(id)s” in this view.") % {"id": asked[:80]}
