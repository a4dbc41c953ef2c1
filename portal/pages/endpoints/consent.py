"""The user's word for the load on an endpoint's server, given once or taken back."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from benchruns.endpoints import consents
from benchruns.models import Endpoint
from portal.web.requests import UserRequest, login_to_post


@require_POST
@login_to_post
def consent(request: UserRequest, id: UUID) -> HttpResponse:
    """Give it with its tick, or withdraw it."""
    endpoint = get_object_or_404(
        Endpoint.objects.registered(), pk=id, owner=request.user
    )
    if "withdraw" in request.POST:
        if consents.withdraw(endpoint, by=request.user):
            messages.success(
                request, _("Withdrawn: no run starts here until you confirm again.")
            )
    elif "consent" not in request.POST:
        messages.error(request, _("Not confirmed: set the tick, then confirm."))
    elif consents.give(endpoint, by=request.user):
        messages.success(request, _("Confirmed: runs may start here."))
    return redirect("portal:endpoint-detail", id)
