"""A run's way into a comparison with the published rows that are nearest to it."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from benchruns.comparison import Asked
from benchruns.comparison.nearest import nearest_published, published_of_load
from benchruns.models import Result
from portal.links import comparisons
from portal.queries import runs as run_queries
from portal.wording.runs import result_of


@require_GET
def beside_published(request: HttpRequest, id: UUID) -> HttpResponse:
    """Leads to the comparison; back to the run, with words, where there is none."""
    run = run_queries.shown(request.user, id)
    result = result_of(run)
    if result is None:
        messages.info(request, _("This run has no result to compare."))
        return redirect("portal:run-detail", id)
    rows = [UUID(row) for row in nearest_published(result)]
    if not rows:
        messages.info(request, _("No vendor row was measured with this load."))
        return redirect("portal:run-detail", id)
    asked = Asked(results=(result.pk, *rows))
    return redirect(comparisons.address(asked, comparisons.View()))


def url_of(result: Result) -> str:
    """Where that begins; empty where no paper has the load."""
    if not published_of_load(result).exists():
        return ""
    return reverse("portal:run-beside-published", args=[result.run_id])
