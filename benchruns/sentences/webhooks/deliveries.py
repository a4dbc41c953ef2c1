"""What is said of a delivery that did not arrive: its code in words."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from benchruns.models import Delivery
from benchruns.vocabulary import WebhookEvent

_WHY: Mapping[str, str | Promise] = {
    "http_error": gettext_lazy("The receiver answered %(status)s."),
    # In the same words for a closed port, a silent one and one of another protocol: a
    # webhook is no means to look for what runs in a network.
    "no_answer": gettext_lazy(
        "No HTTP answer came in time: nothing listens there, it is silent, or it is no web "
        "server with a certificate that holds."
    ),
    "unknown_host": gettext_lazy("The host was not found: %(detail)s."),
    "address_not_allowed": gettext_lazy(
        "Not sent: %(detail)s is outside of the networks that this Benchbook may reach "
        "(ENDPOINT_NETWORKS)."
    ),
    "own_server": gettext_lazy(
        "Not sent: %(detail)s is Benchbook's own database or Redis."
    ),
    "public_address_waits": gettext_lazy(
        "Not sent yet: %(detail)s is a public address. Staff have to allow it for this "
        "webhook, on its page."
    ),
    "public_address_never": gettext_lazy(
        "Not sent: %(detail)s is a public address, and nothing is sent to those from here."
    ),
    "secret_unreadable": gettext_lazy(
        "Not sent: no key of this Benchbook reads the address and the secret. Give the one "
        "again and make another of the other."
    ),
    "skipped": gettext_lazy("Skipped by its owner: not tried again."),
    "not_sent": gettext_lazy("Not sent, for a fault of Benchbook's: its log has it."),
}


def why_not(delivery: Delivery) -> str:
    """Of its last try; empty for one that arrived, or was not tried yet."""
    if not delivery.code:
        return ""
    values = {
        "status": _status(delivery),
        "detail": delivery.detail.removesuffix("."),
    }
    return str(_WHY[delivery.code]) % values


def event_words(event: str) -> str:
    """ "a run failed"; of a test its name."""
    return str(dict(WebhookEvent.choices).get(event, event))


def _status(delivery: Delivery) -> str:
    code = delivery.status_code or 0
    if 300 <= code < 400:
        return str(gettext_lazy("%(code)d, a redirect, which is not followed")) % {
            "code": code
        }
    return str(code)
