"""A view's page is kept for all who are not logged in, until a row of it changes.

Django's own cache of pages keeps none that sets a cookie and differs by it, as each page
with a form does for its CSRF token. What is kept here has a place instead of the token.
The version of the data is a part of its key: a page that was made of older rows is never
looked up again. Days and a minute end what no row tells of, such as ages.
"""

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any, TypedDict

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from benchruns.data_version.version import data_version
from portal import ticks
from portal.web.context import theme_of
from portal.web.page_cache.page_tags import digest, set_tag
from portal.web.page_cache.token_place import fill, placed

PAGES = "pages"  # the cache; where there is none, each page is made anew
LARGEST = 256 * 1024
# Who has one of these sees a page of their own: who they are, what they ticked, what was done.
OWN_COOKIES = (settings.SESSION_COOKIE_NAME, ticks.COOKIE, CookieStorage.cookie_name)
View = Callable[..., HttpResponseBase]


class Kept(TypedDict):
    content: bytes
    headers: dict[str, str]
    place: str
    digest: str


def kept_for_anonymous(view: View) -> View:
    """For a view of GET alone that shows rows of ``data_version.triggers.WATCHED`` alone."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **named: Any) -> HttpResponseBase:
        may_be_kept = PAGES in settings.CACHES and _is_nobodys(request)
        version = data_version() if may_be_kept else ""
        if not version:
            return view(request, *args, **named)
        pages, key = caches[PAGES], _key(request, version)
        kept: Kept | None = pages.get(key)
        if kept is not None:
            content = fill(kept["content"], kept["place"], request)
            again = HttpResponse(content, headers=kept["headers"])
            set_tag(again, kept["digest"], request)
            return again
        with placed(request) as place:
            response = view(request, *args, **named)
        if response.streaming or not isinstance(response, HttpResponse):
            return response
        patch_vary_headers(response, ("Cookie", "HX-Request"))
        content, headers = response.content, dict(response.items())
        response.content = fill(content, place, request)
        if _may_be_kept(response):
            known = digest(content, place)
            kept = Kept(content=content, headers=headers, place=place, digest=known)
            pages.set(key, kept)
            set_tag(response, known, request)
        return response

    return answered


def _is_nobodys(request: HttpRequest) -> bool:
    """Nothing but the address and the theme tells this reader's page from another's."""
    return (
        request.method in ("GET", "HEAD")  # whose body is left out after this
        and "HX-Request" not in request.headers
        and request.COOKIES.keys().isdisjoint(OWN_COOKIES)
    )


def _may_be_kept(response: HttpResponse) -> bool:
    return (
        response.status_code == 200
        and not response.cookies
        and "Cache-Control" not in response
        and len(response.content) <= LARGEST
    )


def _key(request: HttpRequest, version: str) -> str:
    parts = (
        version,
        f"{timezone.localdate():%Y-%m-%d}",
        get_language() or "",
        theme_of(request),
        # what an absolute address is made of, in half its time
        str(request.scheme),
        request.get_host(),
        request.get_full_path(),
    )
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
