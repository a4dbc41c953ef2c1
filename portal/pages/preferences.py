"""Preferences that a browser keeps."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from portal.context import THEMES

ONE_YEAR = 365 * 24 * 3600


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Keep the chosen look in a cookie; any other word than a look forgets it."""
    chosen = request.POST.get("theme", "")
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}):
        back = reverse("portal:home")
    response = HttpResponseRedirect(back)
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
