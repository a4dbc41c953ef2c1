"""Public addresses that endpoints lead to: staff allow or refuse each."""

from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from benchruns.endpoints import public_addresses
from benchruns.endpoints.fields import clean_line
from benchruns.errors import FieldError
from benchruns.models import PublicAddress
from portal.pages.staff import staff_only
from portal.queries import webhooks
from portal.web.address_words import page_of
from portal.web.requests import UserRequest

PAGE_SIZE = 50
LONGEST_REASON = 500


@require_safe
@staff_only
def addresses(request: UserRequest) -> HttpResponse:
    """Who asks to reach what; those that wait first."""
    pages = Paginator(public_addresses.listed(), PAGE_SIZE)
    return render(
        request,
        "endpoints/public.html",
        {
            "page": page_of(request, pages),
            "webhooks": webhooks.kept_back()[:PAGE_SIZE],
        },
    )


@require_POST
@staff_only
def decide(request: UserRequest, id: UUID) -> HttpResponse:
    is_allowed = request.POST.get("decision") == "allow"
    try:
        reason = clean_line(request.POST.get("reason", "").strip()[:LONGEST_REASON])
        decided = public_addresses.decide(
            id, is_allowed=is_allowed, by=request.user, reason=reason
        )
    except PublicAddress.DoesNotExist as unknown:
        raise Http404 from unknown
    except (FieldError, ValueError) as error:
        messages.error(request, str(error))
    else:
        text = _("%(address)s allowed.") if is_allowed else _("%(address)s refused.")
        messages.success(request, text % {"address": decided})
    return redirect("portal:public-addresses")
