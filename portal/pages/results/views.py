"""The page of one result: the permanent address of its figures."""

import logging
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from benchruns.engines import ENGINES
from benchruns.errors import NotAllowed
from benchruns.models import Result
from benchruns.reports.result import ResultReport, result_report
from benchruns.results.readable import Unreadable
from benchruns.results.row import Row
from benchruns.trends import exclusions
from benchruns.vocabulary import Visibility
from benchruns.workloads.labels import has_kinds
from portal.api.serializers.results import ResultSerializer
from portal.forms.results import ExclusionForm
from portal.links import nearest
from portal.pages.answers.csv import csv_answer, result_lines
from portal.pages.results.latency import latency_part
from portal.pages.runs import tpcc_facts as tpcc_wording
from portal.web import permissions
from portal.web.permissions import Viewer
from portal.web.requests import UserRequest, login_to_post
from portal.wording import results as result_wording

logger = logging.getLogger(__name__)


@require_safe
@never_cache
def detail(request: HttpRequest, id: UUID) -> HttpResponse:
    """``format`` gives the result and its repeats as csv or json."""
    try:
        report = _shown(request.user, id)
    except Unreadable:
        logger.exception("result %s cannot be shown", id)
        return render(request, "results/unreadable.html", status=404)
    match request.GET.get("format", ""):
        case "":
            return _page(request, report, ExclusionForm())
        case "csv":
            rows = [report.row, *_others(report)]
            return csv_answer(f"result-{str(id)[:8]}.csv", result_lines(rows))
        case "json":
            return JsonResponse(_as_json(request, report))
        case unknown:
            problem = _("There is no format “%(name)s”: ask for csv or json.")
            return HttpResponse(
                problem % {"name": unknown[:20]},
                status=400,
                content_type="text/plain; charset=utf-8",
            )


@require_POST
@login_to_post
def exclude(request: UserRequest, id: UUID) -> HttpResponse:
    """Leave it out, for the reason given; the page again where there is none."""
    report = _changeable(request.user, id)
    form = ExclusionForm(request.POST)
    if not form.is_valid():
        return _page(request, report, form)
    try:
        exclusions.exclude(id, by=request.user, reason=form.cleaned_data["reason"])
    except NotAllowed as error:
        messages.error(request, str(error))
    else:
        messages.success(
            request, _("Excluded: it counts in no median and no best figure.")
        )
    return redirect("portal:result-detail", id)


@require_POST
@login_to_post
def include(request: UserRequest, id: UUID) -> HttpResponse:
    _changeable(request.user, id)
    try:
        exclusions.include(id, by=request.user)
    except NotAllowed as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Included: it counts again."))
    return redirect("portal:result-detail", id)


def _shown(viewer: Viewer, result_id: UUID) -> ResultReport:
    """Raises Http404, and Unreadable."""
    try:
        return result_report(result_id, user=viewer)
    except Result.DoesNotExist as error:
        raise Http404(_("No such result.")) from error


def _changeable(viewer: Viewer, result_id: UUID) -> ResultReport:
    try:
        report = _shown(viewer, result_id)
    except Unreadable as error:
        raise Http404 from error
    if not exclusions.is_changeable(report.result, by=viewer):
        raise Http404
    return report


def _page(
    request: HttpRequest, report: ResultReport, form: ExclusionForm
) -> HttpResponse:
    result = report.result
    return render(
        request,
        "results/detail.html",
        {
            "report": report,
            "result": result,
            "row": report.row,
            "form": form,
            "nearest_url": nearest.url_of(result),
            "facts": result_wording.facts(report),
            "kinds": tpcc_wording.kind_lines(result.tool_facts),
            "latency": latency_part(result, report.repeats),
            "has_kinds": has_kinds([result.workload]),
            "restriction": _restriction(report),
            "conditions": result_wording.conditions(report),
            "durability": result_wording.durability(result),
            "samples": result_wording.samples(report),
            "repeats": result_wording.repeat_lines(report),
            "doubt_of_repeats": result_wording.doubt_of_repeats(report),
            "is_changeable": exclusions.is_changeable(result, by=request.user),
            "is_private_seen": permissions.is_owner_or_staff(
                request.user, result.owner_id
            ),
        },
    )


def _restriction(report: ResultReport) -> str:
    """Why it is private, by its engine's licence; empty where it is not for that."""
    result = report.result
    if result.visibility == Visibility.PUBLIC or report.row.is_draft:
        return ""
    return str(ENGINES[result.engine].publishing_restricted or "")


def _others(report: ResultReport) -> list[Row]:
    return [row for key, row in report.rows.items() if key != report.result.pk]


def _as_json(request: HttpRequest, report: ResultReport) -> dict[str, Any]:
    """The result and its repeats as the API has them, and what the repeats come to."""
    context = {"request": request}
    return {
        "result": ResultSerializer(report.result, context=context).data,
        "repeats": ResultSerializer(
            report.repeats.all, many=True, context=context
        ).data,
        "spreads": {
            spread.metric.name: {
                "unit": spread.metric.unit,
                "count": spread.summary.count,
                "median": spread.summary.median,
                **spread.summary.quartiles,
                "lowest": spread.summary.lowest,
                "highest": spread.summary.highest,
            }
            for spread in report.spreads
        },
    }
