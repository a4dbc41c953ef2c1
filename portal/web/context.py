"""What every page needs: the chosen look, and what is ticked to compare."""

from functools import cache, partial

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from benchruns.emergency import stop
from portal.accounts.signed_in import signed_in
from portal.ticks import items_of
from portal.web.requests import here

THEMES = ("light", "dark")


def look(request: HttpRequest) -> dict[str, object]:
    """``theme`` from its cookie; empty follows the system's preference.

    ``ticked`` holds the items of the reader's ticks, ``here`` is the page's address.
    ``signed_in`` and ``stop_standing``, staff's stop of all load, ask the database where
    a page shows them: parts and files do not.
    """
    theme = request.COOKIES.get("theme", "")
    return {
        "theme": theme if theme in THEMES else "",
        "ticked": frozenset(items_of(request)),
        "here": here(request),
        "signed_in": SimpleLazyObject(partial(signed_in, request)),
        # a function: asked where a page shows it, and true or not as its answer is
        "stop_standing": cache(stop.standing),
    }
