"""An ETag of a page, so that who has it already is sent its head alone.

Each page holds a CSRF token, which is written otherwise in each answer. Two pages are the same
where all the rest is, and the secret that their tokens are made of: a form of the older one is
taken as well, then.
"""

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.crypto import salted_hmac

from portal.web.page_cache.token_place import fill, placed

View = Callable[..., HttpResponseBase]
_SALT = "portal.web.page_cache.page_tags"


def asked_again(view: View) -> View:
    """For a page of words: a browser may keep it, and asks each time whether it is as it was.

    Other pages that were made for somebody are kept nowhere; such a one has nothing of its reader
    but what stands at the head of each page, their name among it.
    """

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **named: Any) -> HttpResponseBase:
        with placed(request) as place:
            response = view(request, *args, **named)
        if not isinstance(response, HttpResponse):
            return response
        known = digest(response.content, place)
        response.content = fill(response.content, place, request)
        if response.status_code == 200:
            response["Cache-Control"] = "private, no-cache"
            set_tag(response, known, request)
        return response

    return answered


def digest(content: bytes, place: str) -> str:
    """Of a page that has the ``place`` for a token still."""
    return hashlib.sha256(content.replace(place.encode(), b"")).hexdigest()


def set_tag(response: HttpResponse, known: str, request: HttpRequest) -> None:
    """``known`` is the page's digest; the reader's token is in its place by now."""
    secret = request.META.get("CSRF_COOKIE", "")
    tag = salted_hmac(_SALT, f"{known} {secret}", algorithm="sha256").hexdigest()
    response["ETag"] = f'"{tag[:32]}"'
