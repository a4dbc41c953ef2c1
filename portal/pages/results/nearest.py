"""A result's way into a comparison with the published rows that are nearest to it."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from benchruns.comparison import Asked
from benchruns.comparison.nearest import nearest_published
from benchruns.models import Result
from portal.links import comparisons


@require_safe
def beside_published(request: HttpRequest, id: UUID) -> HttpResponse:
    """Leads to the comparison; back to the result, with words, where there is none."""
    shown = Result.objects.at_address(request.user)
    result = get_object_or_404(
        shown.select_related("instance_class", "provider", "campaign"), pk=id
    )
    rows = [UUID(row) for row in nearest_published(result) if row != str(id)]
    if not rows:
        messages.info(request, _("No vendor row was measured with this load."))
        return redirect("portal:result-detail", id)
    asked = Asked(results=(id, *rows))
    return redirect(comparisons.address(asked, comparisons.View()))
