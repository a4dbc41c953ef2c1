"""Who asks, for the audit log: which door, from which address, by which request."""

import uuid
from collections.abc import Callable
from ipaddress import ip_address

from allauth.account.adapter import get_adapter
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest, HttpResponse

from benchruns.audit.logs import REQUEST_ID
from benchruns.audit.origin import Door, Origin, acting_from
from portal.web.problems import API_PREFIX

HEADER = "X-Request-ID"


class NoteOrigin:
    """Each request has an id of its own, which its answer carries, too."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        origin = origin_of(request)
        request.META[REQUEST_ID] = origin.request
        with acting_from(origin):
            response = self.answer(request)
        response[HEADER] = origin.request
        return response


def origin_of(request: HttpRequest) -> Origin:
    """The client's address as the trusted proxies in front tell it, and no others."""
    is_api = request.path_info.startswith(API_PREFIX)
    return Origin(
        door=Door.API if is_api else Door.PAGE,
        address=_address(request),
        request=uuid.uuid4().hex,
    )


def _address(request: HttpRequest) -> str:
    """Empty where nobody can tell: a socket file, or a proxy that names no client."""
    try:
        return str(ip_address(get_adapter().get_client_ip(request)))
    except (PermissionDenied, ImproperlyConfigured, ValueError):
        return ""
