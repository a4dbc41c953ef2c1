"""What views read of a request beside its fields: who asks, and where to go back to."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

Rest = ParamSpec("Rest")
View = Callable[..., HttpResponse]
# For a page whose own address its form is sent to.
page_with_form = require_http_methods(["GET", "HEAD", "POST"])


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
            page = _page_of_form(request)
            is_page = page and urlsplit(page).path != request.path
            return redirect_to_login(page if is_page else resolve_url("portal:home"))
        return view(cast("UserRequest", request), *args, **kwargs)

    return checked


def post_only(page: str, *parts: str) -> Callable[[View], View]:
    """For a view that answers POST alone: who opens its address is led to ``page``.

    That is the name of an address, with the ``parts`` that it has in common with the
    view's. The address of a button gets into histories and bookmarks. Other methods are
    not allowed.
    """

    def decorate(view: View) -> View:
        @page_with_form
        @wraps(view)
        def checked(request: HttpRequest, **named: Any) -> HttpResponse:
            if request.method == "POST":
                return view(request, **named)
            address = reverse(page, kwargs={part: named[part] for part in parts})
            return HttpResponseRedirect(address)

        return checked

    return decorate


def here(request: HttpRequest) -> str:
    """The address of the page that is shown, for forms on it to lead back to.

    A page that tells of a fault is the answer to a POST, whose address may be none of a
    page: then it is the one that had the form.
    """
    if request.method == "POST":
        return _page_of_form(request) or request.get_full_path()
    return request.get_full_path()


def _page_of_form(request: HttpRequest) -> str:
    """As the browser names it; empty where it names none of this portal."""
    address = request.headers.get("Referer", "")
    if not _is_own(request, address):
        return ""
    page = urlsplit(address)._replace(scheme="", netloc="").geturl()
    return page if page.startswith("/") and _is_own(request, page) else ""


def _is_own(request: HttpRequest, address: str) -> bool:
    return url_has_allowed_host_and_scheme(
        address,
        allowed_hosts={request.get_host()},
        require_https=request.is_secure(),
    )
