"""Preferences that a browser keeps."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from portal.web.context import THEMES
from portal.web.requests import back_to

ONE_YEAR = 365 * 24 * 3600


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Keep the chosen look in a cookie; any other word than a look forgets it."""
    chosen = request.POST.get("theme", "")
    response = back_to(request, reverse("portal:home"))
    if chosen in THEMES:
        response.set_cookie(
            "theme",
            chosen,
            max_age=ONE_YEAR,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )
    else:
        response.delete_cookie("theme")
    return response
