"""A place in a page that is put by, where each reader's own CSRF token is filled in.

Every page has forms, and so a token, which is a reader's alone. The place is random for each
page that is put by, so that no text of a stranger's can stand for it.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from django.http import HttpRequest
from django.middleware.csrf import get_token

_ATTRIBUTE = "page_cache_token_place"


@contextmanager
def placed(request: HttpRequest) -> Iterator[str]:
    """Meanwhile the templates of this request have the place instead of a token."""
    place = secrets.token_hex(32)
    setattr(request, _ATTRIBUTE, place)
    try:
        yield place
    finally:  # what tells of a fault is nobody else's page
        delattr(request, _ATTRIBUTE)


def place_of_token(request: HttpRequest) -> str:
    """Empty for a page that is not put by."""
    return getattr(request, _ATTRIBUTE, "")


def fill(content: bytes, place: str, request: HttpRequest) -> bytes:
    """With the reader's token; theirs is only made where the page has a form."""
    mark = place.encode()
    if mark not in content:
        return content
    return content.replace(mark, get_token(request).encode())
