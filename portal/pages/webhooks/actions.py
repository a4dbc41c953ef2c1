"""What its owner does to a webhook, and what staff allow it."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from benchruns.errors import NotAllowed
from benchruns.limits.door import LimitReached
from benchruns.models import Delivery, Webhook
from benchruns.webhooks import changes
from portal import dispatch
from portal.actions import webhooks as actions
from portal.pages.staff import staff_only
from portal.queries import webhooks as queries
from portal.web.requests import UserRequest, login_to_post, page_with_form


@require_POST
@login_to_post
def pause(request: UserRequest, id: UUID) -> HttpResponse:
    changes.change(queries.own(request.user, id), by=request.user, is_active=False)
    messages.success(request, _("Paused: nothing is noted for it until you resume it."))
    return redirect("portal:webhook-detail", id)


@require_POST
@login_to_post
def resume(request: UserRequest, id: UUID) -> HttpResponse:
    webhook = queries.own(request.user, id)
    resumed = partial(changes.change, webhook, by=request.user, is_active=True)
    if _tried(request, resumed):
        dispatch.deliver()
        messages.success(request, _("Events are sent to it again."))
    return redirect("portal:webhook-detail", id)


@require_POST
@login_to_post
def test(request: UserRequest, id: UUID) -> HttpResponse:
    webhook = queries.own(request.user, id)
    if _tried(request, lambda: actions.test(webhook)):
        text = _("A test is on its way: look at the log in a moment.")
        messages.success(request, text)
    return redirect("portal:webhook-detail", id)


@require_POST
@login_to_post
def again(request: UserRequest, id: UUID) -> HttpResponse:
    """The same event once more; ``delivery`` names it."""
    delivery = _named(request, id)
    if _tried(request, lambda: actions.redeliver(delivery)):
        messages.success(request, _("It is sent again, after what waits already."))
    return redirect("portal:webhook-detail", id)


@require_POST
@login_to_post
def skip(request: UserRequest, id: UUID) -> HttpResponse:
    """One that waits is given up, so that the later ones are sent."""
    delivery = _named(request, id)
    if _tried(request, lambda: actions.skip(delivery)):
        messages.success(request, _("Skipped: what waits behind it is sent now."))
    return redirect("portal:webhook-detail", id)


def _named(request: UserRequest, id: UUID) -> Delivery:
    """The delivery of the user's webhook that the form names, or 404."""
    webhook = queries.own(request.user, id)
    try:
        key = UUID(request.POST.get("delivery", ""))
    except ValueError:
        raise Http404 from None
    found = webhook.deliveries.select_related("webhook")
    return get_object_or_404(found, pk=key)


@require_POST
@staff_only
def allow(request: UserRequest, id: UUID) -> HttpResponse:
    """Let it lead to the public address that the form names."""
    webhook = get_object_or_404(Webhook, pk=id)
    receiver = request.POST.get("receiver", "")
    try:
        changes.allow(webhook, receiver=receiver, by=request.user)
    except NotAllowed as error:
        messages.error(request, str(error))
    else:
        dispatch.deliver()
        messages.success(request, _("%(address)s allowed.") % {"address": receiver})
    return redirect("portal:webhook-detail", id)


@login_required
@page_with_form
def delete(request: UserRequest, id: UUID) -> HttpResponse:
    """Asks first: what waits is never sent."""
    webhook = queries.own(request.user, id)
    if request.method != "POST":
        return render(request, "webhooks/delete.html", {"webhook": webhook})
    changes.delete(webhook, by=request.user)
    messages.success(request, _("The webhook is deleted."))
    return redirect("portal:webhooks")


def _tried(request: UserRequest, deed: Callable[[], object]) -> bool:
    """Whether it was done; if not, why. A limit is told on a page of its own, with 429."""
    try:
        deed()
    except LimitReached:
        raise
    except NotAllowed as error:
        messages.error(request, str(error))
        return False
    return True
