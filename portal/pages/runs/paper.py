"""A run as a document to hand on: settings, figures, what is doubted, charts, address."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from benchruns.models import Run
from benchruns.runs.summaries.kinds import Kind
from benchruns.runs.summaries.storage import content_of
from benchruns.sentences.doubts import doubt_of_result
from portal.charts.samples import sample_charts
from portal.charts.svg.pictures import pictures_of
from portal.pages.answers.pdf import pdf_answer
from portal.pages.runs import detail as run_detail
from portal.queries import runs as run_queries
from portal.web.permissions import is_owner_or_staff
from portal.wording import runs as run_wording


@require_safe
def paper(request: HttpRequest, id: UUID) -> HttpResponse:
    """Of a run with a result. It holds what everybody may see, and its own name."""
    run = run_queries.shown(request.user, id)
    if run_wording.result_of(run) is None:
        messages.info(request, _("A PDF is drawn of a run that succeeded alone."))
        return redirect("portal:run-detail", id)

    def written() -> dict[str, Any]:
        is_seen = is_owner_or_staff(request.user, run.owner_id)
        shown = run_detail.context_of(run, is_private_seen=False)
        return {
            **shown,
            # A page has its engine beside its title; a document is filed by the title alone.
            "title": f"{shown['engine']}: {shown['title']}",
            "name": run.name if is_seen else "",
            "pictures": _pictures(run),
            "today": timezone.now(),
            "address": request.build_absolute_uri(
                reverse("portal:run-detail", args=[run.pk])
            ),
        }

    return pdf_answer("runs/pdf.html", written, name=f"benchbook-run-{str(run.pk)[:8]}")


def _pictures(run: Run) -> list[Any]:  # pictures
    seconds = content_of(run, Kind.CHARTS)
    step = seconds["step"]
    source = _("measured here, one point a second")
    if step > 1:
        source = _("measured here, means of %(step)d seconds") % {"step": step}
    latency = run_wording.sample_latency(run)
    result = run_wording.result_of(run)
    doubt = doubt_of_result(result) if result else ""
    charts = sample_charts(
        seconds["samples"],
        latency=latency,
        source=source,
        regime=result.regime if result else None,
        doubt=doubt,
    )
    return pictures_of(charts)
