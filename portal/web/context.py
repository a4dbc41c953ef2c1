"""What every page needs: the chosen look, and what is ticked to compare."""

from functools import cache, partial

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from benchruns.emergency import stop
from portal.accounts.signed_in import signed_in
from portal.ticks import items_of
from portal.web.page_cache.token_place import place_of_token
from portal.web.requests import here

THEMES = ("light", "dark")


def theme_of(request: HttpRequest) -> str:
    theme = request.COOKIES.get("theme", "")
    return theme if theme in THEMES else ""


def look(request: HttpRequest) -> dict[str, object]:
    """``theme`` from its cookie; empty follows the system's preference.

    ``ticked`` holds the items of the reader's ticks, ``here`` is the page's address.
    ``signed_in`` and ``stop_standing``, staff's stop of all load, ask the database where
    a page shows them: parts and files do not. A page that is put by has a place instead of
    a CSRF token.
    """
    place = place_of_token(request)
    return {
        "theme": theme_of(request),
        **({"csrf_token": place} if place else {}),
        "ticked": frozenset(items_of(request)),
        "here": here(request),
        "signed_in": SimpleLazyObject(partial(signed_in, request)),
        # a function: asked where a page shows it, and true or not as its answer is
        "stop_standing": cache(stop.standing),
    }
