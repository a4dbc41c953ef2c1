"""The list of one's webhooks, the page of one with its log, and what is typed to make one."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from benchruns.errors import FieldError, NotAllowed
from benchruns.models import Webhook
from benchruns.webhooks import changes
from portal.forms.webhooks import WebhookForm
from portal.pages.webhooks.rows import delivery_rows, row_of
from portal.queries import webhooks as queries
from portal.web import permissions
from portal.web.address_words import page_of
from portal.web.requests import UserRequest, login_to_post, page_with_form, post_only

PAGE_SIZE = 20
JUST_MADE = "webhook_secret"  # of a session: whose secret its page shows once


@login_required
@require_safe
def webhooks(request: UserRequest) -> HttpResponse:
    page = page_of(request, Paginator(queries.listed(request.user), PAGE_SIZE))
    rows = [row_of(each, viewer=request.user) for each in page]
    return render(request, "webhooks/list.html", {"page": page, "rows": rows})


@login_required
@never_cache
@page_with_form
def new(request: UserRequest) -> HttpResponse:
    """A POST makes it and leads to its page, which shows its secret once."""
    form = WebhookForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made, _secret = changes.create(owner=request.user, **form.cleaned_data)
        except FieldError as error:
            form.add_error(error.field, error.message)
        except NotAllowed as error:
            form.add_error(None, str(error))
        else:
            return _with_secret(request, made.pk)
    facts = {"form": form, "back": reverse("portal:webhooks")}
    return render(request, "webhooks/form.html", facts)


@login_required
@page_with_form
def change(request: UserRequest, id: UUID) -> HttpResponse:
    webhook = queries.own(request.user, id)
    kept = {"address": webhook.address, "events": webhook.events}
    form = WebhookForm(request.POST or None, initial=kept)
    if request.method == "POST" and form.is_valid():
        try:
            changes.change(webhook, by=request.user, **form.cleaned_data)
        except FieldError as error:
            form.add_error(error.field, error.message)
        else:
            messages.success(request, _("Changed."))
            return redirect("portal:webhook-detail", id)
    facts = {
        "form": form,
        "webhook": webhook,
        "back": reverse("portal:webhook-detail", args=[id]),
    }
    return render(request, "webhooks/form.html", facts)


@login_required
@never_cache
@require_safe
def detail(request: UserRequest, id: UUID) -> HttpResponse:
    """With its secret where that was just made; loaded again, without."""
    webhook = queries.shown(request.user, id)
    is_new = request.session.get(JUST_MADE) == str(id)
    if is_new:
        del request.session[JUST_MADE]
    is_own = permissions.is_owner(request.user, webhook.owner_id)
    return _page(request, webhook, secret=webhook.secret if is_new and is_own else "")


@post_only("portal:webhook-detail", "id")
@login_to_post
def secret(request: UserRequest, id: UUID) -> HttpResponse:
    """Another one, shown once on the page that follows."""
    changes.renew_secret(queries.own(request.user, id), by=request.user)
    return _with_secret(request, id)


def _with_secret(request: UserRequest, webhook: UUID) -> HttpResponse:
    """The session has no more of it than whose it is to show."""
    request.session[JUST_MADE] = str(webhook)
    return redirect("portal:webhook-detail", webhook)


def _page(request: UserRequest, webhook: Webhook, *, secret: str) -> HttpResponse:
    log = Paginator(webhook.deliveries.all(), PAGE_SIZE)
    page = page_of(request, log)
    return render(
        request,
        "webhooks/detail.html",
        {
            "row": row_of(webhook, viewer=request.user),
            "webhook": webhook,
            "is_own": permissions.is_owner(request.user, webhook.owner_id),
            "kept_back": queries.kept_back().filter(pk=webhook.pk).first(),
            "secret": secret,
            "page": page,
            "deliveries": delivery_rows(page.object_list),
        },
    )
