"""The portal's addresses, and a view that sends the bytes of ``sent`` and does no more."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

ADDRESS = "/bare-view/"
sent: dict[str, bytes | str] = {}


def view(request: HttpRequest) -> HttpResponse:
    return HttpResponse(sent["content"], content_type=sent["type"])


urlpatterns = [path(ADDRESS.removeprefix("/"), view), path("", include("portal.urls"))]
