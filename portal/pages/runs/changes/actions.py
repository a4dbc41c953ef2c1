"""Name a run, cancel it, publish it, take it back."""

from http import HTTPStatus
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from benchruns.errors import NotAllowed
from benchruns.models import Run
from benchruns.runs import lifecycle
from portal.forms.runs import LabelsForm
from portal.pages.runs import detail as run_detail
from portal.pages.runs.changes import cancel as cancels
from portal.queries import runs as run_queries
from portal.web import permissions
from portal.web.requests import UserRequest, back_to, login_to_post, page_with_form
from portal.wording import runs as run_wording


@require_POST
@login_to_post
def cancel(request: UserRequest, id: UUID) -> HttpResponse:
    """Cancel and go back to ``next``, or to the run; ask first where much is lost."""
    run = run_queries.shown(request.user, id)
    if not permissions.is_owner_or_staff(request.user, run.owner_id):
        raise Http404
    asked = cancels.question(
        request,
        [run],
        title=run_wording.title(run, is_private_seen=True),
        back=reverse("portal:run-detail", args=[id]),
        is_sweep=False,
    )
    if asked is not None:
        return asked
    try:
        lifecycle.request_cancel(run.pk, by=request.user)
    except NotAllowed as error:
        messages.warning(request, str(error))
    return back_to(request, reverse("portal:run-detail", args=[id]))


@require_POST
@login_to_post
def label(request: UserRequest, id: UUID) -> HttpResponse:
    """Name, note and tags; what is unfit is told, and nothing is changed then."""
    run = run_queries.shown(request.user, id)
    if not permissions.is_owner(request.user, run.owner_id):
        raise Http404
    form = LabelsForm(request.POST)
    if not form.is_valid():
        answer = run_detail.page(request, run, labels=form)
        answer.status_code = HTTPStatus.BAD_REQUEST
        return answer
    try:
        is_changed = lifecycle.label(run.pk, **form.labels)
    except Run.DoesNotExist as deleted:
        raise Http404 from deleted
    if is_changed:
        messages.success(request, _("Saved."))
    return redirect("portal:run-detail", id)


@login_required
@page_with_form
def publish(request: UserRequest, id: UUID) -> HttpResponse:
    """Say what everybody will see, then show it to everybody."""
    run = run_queries.shown(request.user, id)
    if not permissions.is_owner(request.user, run.owner_id):
        raise Http404
    if request.method != "POST":
        return render(
            request,
            "runs/publish.html",
            {
                "run": run,
                "title": run_wording.title(run, is_private_seen=True),
                "public_title": run_wording.title(run, is_private_seen=False),
                "restriction": run_wording.publishing_restriction(run),
            },
        )
    has_consent = request.POST.get("vendor_consent") == "yes"
    try:
        lifecycle.publish(run.pk, vendor_consent=has_consent)
    except lifecycle.ConsentNeeded as error:
        messages.error(request, str(error))
        return redirect("portal:run-publish", id)
    except NotAllowed as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Public: everybody can see it now."))
    return redirect("portal:run-detail", id)


@require_POST
@login_to_post
def unpublish(request: UserRequest, id: UUID) -> HttpResponse:
    run = run_queries.shown(request.user, id)
    if not permissions.is_owner_or_staff(request.user, run.owner_id):
        raise Http404
    try:
        lifecycle.unpublish(run.pk, by=request.user)
    except NotAllowed as error:
        messages.warning(request, str(error))
    else:
        messages.success(
            request, _("Private again: its address says that it was unpublished.")
        )
    return redirect("portal:run-detail", id)
