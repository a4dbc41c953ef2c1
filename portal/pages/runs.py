"""The list of runs, and asking for a new one."""

from operator import attrgetter
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods

from benchruns import scheduling
from benchruns.engines import ENGINES, EngineName
from benchruns.models import Endpoint, Run
from benchruns.run_plan import RunPlan, plan_of, server_found
from benchruns.vocabulary import RunState
from benchruns.workloads import WORKLOADS, Workload
from portal import dispatch
from portal.endpoint_queries import last_check, with_last_check
from portal.forms.runs import ParameterForm, RunForm, workloads_for
from portal.pages import run_queries
from portal.pages.requests import UserRequest
from portal.pages.run_rows import rows_of

PAGE_SIZE = 50
DEFAULT_WORKLOAD = next(iter(WORKLOADS))
PRESETS = (
    ("quick", _("Quick")),
    ("cached", _("Cached")),
    ("disk_io", _("Disk I/O")),
    ("paper", _("As the paper")),
)


@require_GET
def runs(request: HttpRequest) -> HttpResponse:
    """One's own and public runs, newest first, filtered by the address."""
    found = _filtered(run_queries.listed(request.user), request)
    page = Paginator(found, PAGE_SIZE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    return render(
        request,
        "runs/list.html",
        {
            "page": page,
            "runs": rows_of(page, viewer=request.user),
            "filters": _filters(request.GET),
            "query": query.urlencode(),
            "is_filtered": any(query.values()),
        },
    )


def _filtered(found: QuerySet[Run], request: HttpRequest) -> QuerySet[Run]:
    """A word that names nothing filters everything out."""
    query = request.GET
    if state := query.get("state"):
        found = found.filter(state=state)
    if engine := query.get("engine"):
        found = found.filter(endpoint__engine=engine)
    if workload := query.get("workload"):
        found = found.filter(workload=workload)
    if endpoint := _uuid(query.get("endpoint")):
        # An endpoint's id tells whose a public run is: its owner and staff know that.
        found = found.filter(
            endpoint__in=Endpoint.objects.visible_to(request.user), endpoint_id=endpoint
        )
    return found


def _filters(query: QueryDict) -> list[dict[str, Any]]:
    """The selects of the list with what is chosen in them."""
    workloads = [(name, str(each.label)) for name, each in WORKLOADS.items()]
    return [
        {"name": name, "choices": choices, "chosen": query.get(name, "")}
        for name, choices in (
            ("state", RunState.choices),
            ("engine", EngineName.choices),
            ("workload", workloads),
        )
    ]


def _uuid(text: str | None) -> UUID | None:
    try:
        return UUID(text or "")
    except ValueError:
        return None


@login_required
@require_http_methods(["GET", "POST"])
def new(request: UserRequest) -> HttpResponse:
    """Where, what and when. The address may fill it in (a repeat does); POST starts it."""
    given = request.POST if request.method == "POST" else request.GET
    own = Endpoint.objects.kept().filter(owner=request.user)
    endpoints = list(with_last_check(own))
    chosen = _chosen(endpoints, given.get("endpoint"))
    workload = WORKLOADS.get(given.get("workload", ""), WORKLOADS[DEFAULT_WORKLOAD])
    if request.method != "POST":
        workload = _fitting(workload, chosen)
    parameters = ParameterForm(workload, _parameters(workload, given))
    form = RunForm(request.POST or None, initial=request.GET.dict(), owner=request.user)
    if request.method == "POST" and form.is_valid() and parameters.is_valid():
        run = _schedule(request, form, parameters)
        if run is not None:
            return redirect("portal:run-detail", run.pk)
    context = {
        "form": form,
        "parameters": parameters,
        "endpoints": endpoints,
        "endpoint": chosen,
        "workload": workload,
        "preset": given.get("preset", ""),
        **_choices(workload, parameters, chosen),
    }
    return render(request, "runs/new.html", context)


def _choices(
    workload: Workload, parameters: ParameterForm, endpoint: Endpoint | None
) -> dict[str, Any]:
    """What the endpoint and the workload leave to choose from, and the plan so far."""
    check = last_check(endpoint) if endpoint else None
    return {
        "check": check,
        "workloads": workloads_for(endpoint),
        "presets": [one for one in PRESETS if one[0] in workload.presets],
        "plan": _plan(workload, parameters, endpoint),
    }


def _fitting(workload: Workload, endpoint: Endpoint | None) -> Workload:
    """The one asked for; where the endpoint cannot run it, the first that it can."""
    known = workloads_for(endpoint)
    return workload if workload in known or not known else known[0]


def _parameters(workload: Workload, given: QueryDict) -> dict[str, Any]:
    """The parameters that were sent; those of a preset where none is sent itself."""
    values: dict[str, Any] = dict(workload.presets.get(given.get("preset", ""), {}))
    for parameter in workload.parameters:
        if parameter.name in given:
            values[parameter.name] = given[parameter.name]
    return values


def _schedule(
    request: UserRequest, form: RunForm, parameters: ParameterForm
) -> Run | None:
    """The new run, announced; None with the reason in the form."""
    values = form.cleaned_data
    try:
        run = scheduling.schedule(
            owner=request.user,
            endpoint=values["endpoint"],
            workload=values["workload"],
            parameters=parameters.cleaned_data,
            not_before=values["not_before"],
            expected_regime=values["expected_regime"] or None,
        )
    except scheduling.ScheduleError as error:
        form.add_error(error.field, error.message)
        return None
    if run.state == RunState.QUEUED:
        dispatch.announce(run.pk)
    return run


def _chosen(endpoints: list[Endpoint], wanted: str | None) -> Endpoint | None:
    """The endpoint that was asked for, else the newest that is ready, else any."""
    by_id = {str(endpoint.pk): endpoint for endpoint in endpoints}
    if wanted in by_id:
        return by_id[wanted]
    ready = [e for e in endpoints if (check := last_check(e)) and check.ok]
    return max(ready or endpoints, key=attrgetter("created_at"), default=None)


def _plan(
    workload: Workload, parameters: ParameterForm, endpoint: Endpoint | None
) -> RunPlan | None:
    """None while a parameter is wrong, or the workload not for the endpoint's engine."""
    family = ENGINES[endpoint.engine].family if endpoint else ""
    if family not in workload.families or not parameters.is_valid():
        return None
    return plan_of(
        workload,
        parameters.cleaned_data,
        family=family,
        server=server_found(endpoint) if endpoint else {},
    )
