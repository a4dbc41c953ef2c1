"""Endpoints of the user who is logged in: list, register, change, check, delete."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count, QuerySet, Sum
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    require_POST,
    require_safe,
)

from benchruns.catalogue import nearest
from benchruns.endpoints import bounds, registration
from benchruns.endpoints.changes import EndpointGone
from benchruns.engines import ENGINES, FAMILIES, labels_of
from benchruns.errors import NotAllowed
from benchruns.models import Check, Endpoint, Run
from benchruns.models.counts import count_of
from benchruns.runs.leftovers import left_on
from benchruns.sentences.endpoints import what_runs_do
from benchruns.vocabulary import TERMINAL_STATES, Tls
from portal import dispatch
from portal.forms import addresses
from portal.forms.endpoints import EndpointForm
from portal.pages.endpoints import to_try
from portal.pages.runs.rows import rows_of
from portal.queries import rows as queries
from portal.queries import runs as run_queries
from portal.queries.endpoints import with_last_check
from portal.queries.generators import known_labels
from portal.web.address_words import page_of
from portal.web.requests import UserRequest, login_to_post, page_with_form
from portal.wording import checks as check_facts

NEWEST_RUNS = 10
PAGE_SIZE = 50
# A server that has no TLS in common hangs up; the driver does not tell why.
TLS_MAY_HAVE_FAILED = frozenset({"tls_failed", "server_gone"})


@login_required
@require_safe
def endpoints(request: UserRequest) -> HttpResponse:
    seen = _with_run_count(Endpoint.objects.visible_to(request.user))
    page = page_of(request, Paginator(seen, PAGE_SIZE))
    samples = [engine for engine in ENGINES.values() if engine.sample]
    context = {"page": page, "samples": samples, "to_try": to_try.offered()}
    return render(request, "endpoints/list.html", context)


@login_required
@page_with_form
def register(request: UserRequest) -> HttpResponse:
    form, is_filled = _read_form(request)
    new_id = form.saved() if request.method == "POST" and not is_filled else None
    if new_id is not None:
        addresses.forget_password(request.session)
        if "check" in request.POST:
            return _checked(request, new_id)
        messages.success(request, _("Registered. Check it before the first run."))
        return redirect("portal:endpoint-detail", new_id)
    return _form_page(request, form)


def _read_form(
    request: UserRequest, endpoint: Endpoint | None = None
) -> tuple[EndpointForm, bool]:
    """The form as it was sent, with what a pasted address says filled in; and whether
    that is all that was asked for."""
    if request.method != "POST":
        addresses.forget_password(request.session)  # of a form that was left
        return EndpointForm(instance=endpoint, owner=request.user), False
    given: QueryDict = to_try.filled_in(request.POST)
    try:
        found = addresses.read(given)
    except ValueError:  # the form says it at its field
        found = None
    if found is not None:
        given = addresses.filled_in(given, found)
        addresses.keep_password(request.session, found, endpoint=endpoint)
    kept = addresses.kept_password(request.session, given, endpoint=endpoint)
    asked: dict[str, Any] = {
        "instance": endpoint,
        "owner": request.user,
        "kept_password": kept,
    }
    if found is not None and "fill" in given:
        return EndpointForm(initial=given.dict(), **asked), True
    form = EndpointForm(given, **asked)
    is_unreadable = "fill" in given and "url" in form.errors
    if is_unreadable:  # what else is not right yet was not asked
        for name in form.errors.keys() - {"url"}:
            del form.errors[name]
    return form, is_unreadable


def _checked(request: UserRequest, id: UUID) -> HttpResponse:
    """Have a saved endpoint checked: its page, or its form with what is to be mended."""
    check = dispatch.check_endpoint(_own(request, id))
    if check.finished_at is not None and not check.ok:
        return redirect("portal:endpoint-edit", id)
    if check.ok:
        messages.success(request, _("Saved and checked: ready for runs."))
    return redirect("portal:endpoint-detail", id)


@login_required
@page_with_form
def edit(request: UserRequest, id: UUID) -> HttpResponse:
    endpoint = _own(request, id)
    form, is_filled = _read_form(request, endpoint)
    if request.method == "POST" and not is_filled and _is_saved(form):
        addresses.forget_password(request.session)
        if "check" in request.POST:
            return _checked(request, id)
        if form.is_reconnected:
            text = _("Changed. What was found before may not hold: check it again.")
        else:
            text = _("Changed.")
        messages.success(request, text)
        return redirect("portal:endpoint-detail", id)
    # A form that is not valid has put its values into the object it was given.
    return _form_page(request, form, Endpoint.objects.get(pk=id))


def _is_saved(form: EndpointForm) -> bool:
    try:
        return form.saved() is not None
    except EndpointGone as gone:
        raise Http404 from gone


def _form_page(
    request: UserRequest, form: EndpointForm, endpoint: Endpoint | None = None
) -> HttpResponse:
    ports = {name: engine.default_port for name, engine in ENGINES.items()}
    families = {name: engine.family.name for name, engine in ENGINES.items()}
    old = [name for name, engine in ENGINES.items() if engine.family.limited_to_tls_1_0]
    return render(
        request,
        "endpoints/form.html",
        {
            "form": form,
            "endpoint": endpoint,
            "known_labels": known_labels(),
            "failed_check": _failed_check(endpoint),
            "unfinished": _unfinished(endpoint) if form.non_field_errors() else (),
            "nearest": nearest.of_endpoint(endpoint) if endpoint else (),
            "engines": {
                "ports": ports,
                "families": families,
                "speaking_tls_1_0": old,
            },
            "accounts": [
                (", ".join(labels_of(family)), family) for family in FAMILIES.values()
            ],
        },
    )


def _failed_check(endpoint: Endpoint | None) -> Check | None:
    last = _last_check(endpoint) if endpoint else None
    return last if last and last.finished_at and not last.ok else None


@login_required
@require_safe
def detail(request: UserRequest, id: UUID) -> HttpResponse:
    endpoint = get_object_or_404(
        _with_run_count(Endpoint.objects.visible_to(request.user)), pk=id
    )
    last = _last_check(endpoint)
    newest = run_queries.listed(request.user).filter(endpoint=endpoint)[:NEWEST_RUNS]
    return render(
        request,
        "endpoints/detail.html",
        {
            "endpoint": endpoint,
            **_check_panel(endpoint, last),
            "runs": rows_of(newest, viewer=request.user),
            "kept": _kept(request, endpoint),
            "nearest": nearest.of_endpoint(endpoint),
            "is_own": endpoint.owner_id == request.user.pk,
            "what_runs_do": what_runs_do(bounds.of_endpoint(endpoint)),
        },
    )


def _kept(request: UserRequest, endpoint: Endpoint) -> dict[str, Any] | None:
    """How many data sets stay on it, and what they take; None for none."""
    found = queries.data_sets(request.user).filter(endpoint=endpoint)
    told = found.aggregate(number=Count("pk"), bytes=Sum("data_bytes"))
    return told if told["number"] else None


def _with_run_count(found: QuerySet[Endpoint]) -> QuerySet[Endpoint]:
    count = count_of(Run.objects.all(), "endpoint")
    return with_last_check(found).annotate(run_count=count)


def _last_check(endpoint: Endpoint) -> Check | None:
    """An unfinished check that was asked for later is still being worked on."""
    return endpoint.checks.first()


@require_POST
@login_to_post
def check(request: UserRequest, id: UUID) -> HttpResponse:
    """Have it checked; the panel alone for htmx, else the whole page again."""
    endpoint = _own(request, id)
    done = dispatch.check_endpoint(endpoint)
    if not request.headers.get("HX-Request"):
        return redirect("portal:endpoint-detail", id)
    endpoint.refresh_from_db()  # a check may correct its engine, and show control of it
    return render(
        request,
        "endpoints/_checked.html",
        {
            "endpoint": endpoint,
            **_check_panel(endpoint, done),
            "is_own": True,
            "what_runs_do": what_runs_do(bounds.of_endpoint(endpoint)),
        },
    )


def _check_panel(endpoint: Endpoint, check: Check | None) -> dict[str, Any]:
    # sysbench has no "TLS if offered" on MySQL and MariaDB, FreeTDS half of it.
    family = ENGINES[endpoint.engine].family
    is_preferred = endpoint.tls == Tls.PREFER
    return {
        "check": check,
        "facts_of_engine": [
            *check_facts.of_engine(check.server),
            *check_facts.of_metrics(check.server),
        ]
        if check
        else (),
        "metrics_fault": check_facts.metrics_fault(check.server) if check else "",
        "note_of_engine": check_facts.note_of_engine(check.server) if check else "",
        "is_ready_in_part": check is not None and check_facts.is_in_part(check.server),
        "tools_away": check_facts.tools_away(check.server) if check else (),
        "is_load_without_tls": is_preferred and bool(family.needing_ca_for_tls),
        "is_login_alone_encrypted": is_preferred and family.encrypts_login_alone,
        "limited_to_tls_1_0": _limited_to_tls_1_0(endpoint, check),
        "is_awaited": check is not None and dispatch.is_awaited(check),
    }


def _limited_to_tls_1_0(endpoint: Endpoint, check: Check | None) -> str | Promise:
    """The releases that the server may be of; empty where that is not why it failed."""
    has_failed = check is not None and check.code in TLS_MAY_HAVE_FAILED
    if endpoint.allow_tls_1_0 or not has_failed:
        return ""
    return ENGINES[endpoint.engine].family.limited_to_tls_1_0


@login_required
@page_with_form
def delete(request: UserRequest, id: UUID) -> HttpResponse:
    """Ask first, saying what stays; then erase the secret and hide the endpoint."""
    endpoint = _own(request, id)
    if request.method == "POST":
        try:
            registration.delete_endpoint(
                endpoint, leave_data="leave_data" in request.POST
            )
        except NotAllowed as error:
            messages.error(request, str(error))
            return redirect("portal:endpoint-delete", id)
        messages.success(
            request, _("%(name)s has been deleted.") % {"name": endpoint.name}
        )
        return redirect("portal:endpoints")
    return render(
        request,
        "endpoints/delete.html",
        {
            "endpoint": endpoint,
            "run_count": Run.objects.filter(endpoint=endpoint).count(),
            "unfinished": _unfinished(endpoint),
            "leftovers": left_on(endpoint),
        },
    )


def _unfinished(endpoint: Endpoint | None) -> QuerySet[Run]:
    return Run.objects.filter(endpoint=endpoint).exclude(state__in=TERMINAL_STATES)


def _own(request: UserRequest, id: UUID) -> Endpoint:
    """Only its owner changes, checks or deletes an endpoint; staff may look."""
    return get_object_or_404(Endpoint.objects.registered(), pk=id, owner=request.user)
