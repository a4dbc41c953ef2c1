"""Who may read the figures: networks and a token that the settings name, nobody else."""

from ipaddress import ip_address
from secrets import compare_digest

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from benchruns.audit.origin import current
from portal.metrics import http
from portal.metrics.state import PortalState


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    if not (_has_token(request) or _is_near(current().address)):
        text = _("Metrics are for the networks and the token that the settings name.")
        return HttpResponse(f"{text}\n", status=403, content_type="text/plain")
    state = CollectorRegistry()
    state.register(PortalState())
    figures = generate_latest(state) + generate_latest(http.registry())
    return HttpResponse(figures, content_type=CONTENT_TYPE_LATEST)


def _has_token(request: HttpRequest) -> bool:
    scheme, _space, token = request.headers.get("Authorization", "").partition(" ")
    wanted: str = settings.METRICS_TOKEN
    is_bearer = scheme.lower() == "bearer" and bool(wanted)
    return is_bearer and compare_digest(token.strip().encode(), wanted.encode())


def _is_near(address: str) -> bool:
    """By the address that the proxies in front tell, as far as they are trusted."""
    if not address:
        return False
    found = ip_address(address)
    return any(found in network for network in settings.METRICS_NETWORKS)
