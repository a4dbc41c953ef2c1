"""API tokens: a key is shown once, on the page that follows."""

from uuid import UUID

from allauth.account.internal.flows.reauthentication import (
    is_reauthentication_required,
)
from allauth.core.exceptions import ReauthenticationRequired
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_POST,
    require_safe,
)

from portal.accounts import new_key
from portal.accounts import tokens as issued
from portal.forms.accounts.forms import TokenForm
from portal.models import ApiToken, TokenScope
from portal.pages.developer import calls
from portal.web.requests import UserRequest, login_to_post, page_with_form


@login_required
@never_cache
@page_with_form
def tokens(request: UserRequest) -> HttpResponse:
    """The list; a POST makes a token and leads to the page that shows its key."""
    form = TokenForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        scope = form.cleaned_data["scope"]
        if scope == TokenScope.WRITE:
            _require_password_again(request)
        token, key = issued.issue(
            request.user,
            name=form.cleaned_data["name"],
            scope=scope,
            expires_at=form.expires_at,
        )
        page = reverse("portal:token-made")
        answer = redirect(page)
        new_key.send(answer, token, key, path=page)
        return answer
    own = ApiToken.objects.filter(user=request.user, revoked_at__isnull=True)
    return render(request, "accounts/tokens.html", {"form": form, "tokens": own})


@login_required
@never_cache
@require_safe
def made(request: UserRequest) -> HttpResponse:
    """A new token with its key, once: loaded again it leads to the list."""
    sent = new_key.sent(request, owner=request.user)
    if sent is None:
        messages.info(
            request,
            _(
                "A key is shown once. If you have not copied it, revoke its token and make "
                "another."
            ),
        )
        return redirect("portal:tokens")
    token, key = sent
    endpoint = calls.endpoint_of(request)
    context = {
        "token": token,
        "key": key,
        "may_write": token.scope == TokenScope.WRITE,
        "endpoint": endpoint,
        "calls": calls.quick_start(request, endpoint, key=key),
        "seconds": calls.SECONDS,
    }
    answer = render(request, "accounts/token_made.html", context)
    new_key.forget(answer, path=request.path)
    return answer


def _require_password_again(request: UserRequest) -> None:
    """Whoever finds a browser signed in is not to leave with a key that writes."""
    if is_reauthentication_required(request, app="portal"):
        raise ReauthenticationRequired  # allauth asks, then repeats the request


@require_POST
@login_to_post
def revoke(request: UserRequest, id: UUID) -> HttpResponse:
    token = get_object_or_404(
        ApiToken, pk=id, user=request.user, revoked_at__isnull=True
    )
    stopped = issued.revoke(token, by=request.user)
    messages.success(
        request, _("The token %(name)s no longer works.") % {"name": token.name}
    )
    for words in issued.words_of_stopped(stopped):
        messages.warning(request, words)
    return redirect("portal:tokens")
