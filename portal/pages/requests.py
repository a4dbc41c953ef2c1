"""What views read of a request beside its fields: who asks, and where to go back to."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme

Rest = ParamSpec("Rest")


class UserRequest(HttpRequest):
    """Somebody is logged in."""

    user: User


def back_to(request: HttpRequest, default: str) -> HttpResponseRedirect:
    """To the page of this portal that the form names as ``next``, else to ``default``."""
    back = request.POST.get("next", "")
    is_page = back.startswith("/") and _is_own(request, back)
    return HttpResponseRedirect(back if is_page else default)


def login_to_post(
    view: Callable[Concatenate[UserRequest, Rest], HttpResponse],
) -> Callable[..., HttpResponse]:
    """For a view that answers POST alone: who is not logged in does so first.

    The address of such a view is no page to return to. So they come back to the page
    with the form, as their browser names it; nothing was done.
    """

    @wraps(view)
    def checked(
        request: HttpRequest, *args: Rest.args, **kwargs: Rest.kwargs
    ) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(_page_of_form(request))
        return view(cast("UserRequest", request), *args, **kwargs)

    return checked


def _page_of_form(request: HttpRequest) -> str:
    address = request.headers.get("Referer", "")
    if _is_own(request, address):
        parts = urlsplit(address)._replace(scheme="", netloc="")
        # A page that told of a fault was the answer to a POST, and has its address.
        if parts.path.startswith("/") and parts.path != request.path:
            return parts.geturl()
    return resolve_url("portal:home")


def _is_own(request: HttpRequest, address: str) -> bool:
    return url_has_allowed_host_and_scheme(
        address,
        allowed_hosts={request.get_host()},
        require_https=request.is_secure(),
    )
