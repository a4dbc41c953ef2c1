"""Stop all load, see what it would end, lift the stop."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from benchruns.emergency.stop import LONGEST_REASON
from benchruns.errors import FieldError, NotAllowed
from benchruns.models import AuditEntry, Run
from benchruns.vocabulary import AuditAction, RunState
from portal.actions import stop as actions
from portal.pages.staff import staff_only
from portal.web.requests import UserRequest, page_with_form

ACTS_SHOWN = 20
ACTS = (AuditAction.LOAD_STOPPED, AuditAction.LOAD_STOP_LIFTED)


@staff_only
@page_with_form
def stop_page(request: UserRequest) -> HttpResponse:
    """A POST stops all load for its ``reason``, or lifts the stop with ``lift``."""
    if request.method != "POST":
        return render(request, "emergency/stop.html", _context())
    try:
        if "lift" in request.POST:
            actions.lift(by=request.user)
            messages.success(request, _("Lifted: what waits begins."))
        else:
            actions.stop_all(by=request.user, reason=request.POST.get("reason", ""))
    except FieldError as refused:
        return render(
            request,
            "emergency/stop.html",
            {
                **_context(),
                "wrong": refused.message,
                "reason": request.POST.get("reason", ""),
            },
            status=HTTPStatus.BAD_REQUEST,
        )
    except NotAllowed as refused:
        messages.warning(request, str(refused))
    return redirect("portal:stop")


def _context() -> dict[str, Any]:
    acts = AuditEntry.objects.filter(action__in=ACTS)[:ACTS_SHOWN]
    return {
        "running": Run.objects.filter(state=RunState.RUNNING).count(),
        "queued": Run.objects.filter(state=RunState.QUEUED).count(),
        "longest_reason": LONGEST_REASON,
        "acts": [
            {
                "at": act.at,
                "who": act.actor_name,
                "what": act.action_label,
                "why": act.details.get("reason", ""),
            }
            for act in acts
        ],
    }
