"""A chart of a page as a picture of its own: ``?format=svg&chart=<id>``."""

from collections.abc import Sequence

from django.http import HttpResponse
from django.utils.translation import gettext as _

from portal.charts import Chart
from portal.charts.svg import svg_of
from portal.web.saved_files import name_file


def svg_answer(charts: Sequence[Chart], asked_id: str) -> HttpResponse:
    """The chart asked for; without an id the first one.

    404 in words where there is none of that id. Empty charts are no pictures.
    """
    drawn = [chart for chart in charts if not chart.is_empty]
    asked = [chart for chart in drawn if asked_id in ("", chart.id)]
    if not asked:
        return _no_such_chart(drawn, asked_id)
    response = HttpResponse(svg_of(asked[0]), content_type="image/svg+xml")
    name_file(response, f"{asked[0].file_name}.svg", is_shown=True)
    return response


def _no_such_chart(charts: Sequence[Chart], asked_id: str) -> HttpResponse:
    if not charts:
        text = _("There is nothing to draw in this view.")
    else:
        text = _("There is no chart “%(id)s” in this view. There are: %(ids)s.") % {
            "id": asked_id[:80],
            "ids": ", ".join(chart.id for chart in charts),
        }
    return HttpResponse(text, status=404, content_type="text/plain; charset=utf-8")
