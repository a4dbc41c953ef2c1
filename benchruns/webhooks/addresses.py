"""Which addresses a webhook may have, by the rules of endpoints.

They are looked at when an address is given, so that its user is told at once, and each time
that something is sent (``workers.webhooks``): a name may lead elsewhere by then.
"""

import threading
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from benchruns.endpoints import name_service
from benchruns.endpoints.fields import clean_host
from benchruns.endpoints.networks import is_public
from benchruns.endpoints.public_addresses import Policy
from benchruns.errors import FieldError
from benchruns.failures.failure import BenchbookError, Failure, failure
from benchruns.names import hidden

LONGEST = 500
LOOK_UP_SECONDS = 3.0  # a page waits for it
# Of the eight threads of a web process: the others go on serving, whatever name is asked for.
MOST_WAITING = 2
_waiting = threading.BoundedSemaphore(MOST_WAITING)
PORTS = {"http": 80, "https": 443}


def clean(text: str) -> str:
    """FieldError for what is no address; where it leads is not asked yet."""
    address = text.strip()
    _parts(address)
    return address


def whole(text: str) -> str:
    """As ``clean``; FieldError also for one that was copied from where parts are hidden."""
    address = clean(text)
    if hidden.is_in(address):
        told = _("Give the whole address: *** stands for parts that are shown nowhere.")
        raise FieldError("address", told)
    return address


def refuse_unreachable(address: str) -> None:
    """FieldError where it may not be reached from here.

    A name that nobody knows (yet) is let through: the machine that sends may know it, and
    judges where it leads at each try. So is any while as many as may wait for the name service.
    """
    if not _waiting.acquire(blocking=False):
        return
    try:
        _judge(address)
    finally:
        _waiting.release()


def _judge(address: str) -> None:
    parts = _parts(address)
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    try:
        reached = name_service.resolve(
            host,
            port,
            allowed=settings.ENDPOINT_NETWORKS,
            timeout_seconds=LOOK_UP_SECONDS,
        )
    except BenchbookError as error:
        if error.failure.code == "own_server":
            told = _("Nothing is sent to Benchbook's own database or Redis.")
            raise FieldError("address", told) from error
        if error.failure.code != "address_not_allowed":
            return
        raise FieldError(
            "address",
            _(
                "Nothing is sent to %(address)s: it is outside of the networks that this "
                "Benchbook may reach (ENDPOINT_NETWORKS)."
            )
            % {"address": error.failure.values["address"]},
        ) from error
    refused = refusal(reached, is_allowed=False)
    if refused is not None and refused.code == "public_address_never":
        raise FieldError(
            "address",
            _("Nothing is sent to public addresses from here; %(address)s is one.")
            % {"address": reached},
        )


def refusal(address: str, *, is_allowed: bool) -> Failure | None:
    """Why nothing is sent to an address that the networks permit; None where it is.

    ``is_allowed`` is whether staff let the webhook lead to this one.
    """
    policy, is_listed = settings.PUBLIC_ENDPOINTS, settings.ENDPOINT_NETWORKS
    if is_listed is not None or policy == Policy.ALLOW or not is_public(address):
        return None
    if policy == Policy.REFUSE:
        return failure("public_address_never", address=address)
    return None if is_allowed else failure("public_address_waits", address=address)


def _parts(address: str) -> SplitResult:
    told = _("Give an address as https://host/path or http://host:port/path.")
    try:
        parts = urlsplit(address)
        port = parts.port
        clean_host(parts.hostname or "")
    except ValueError as error:
        raise FieldError("address", told) from error
    is_line = all(c.isprintable() and not c.isspace() for c in address)
    if parts.scheme not in PORTS or port == 0 or not (address.isascii() and is_line):
        raise FieldError("address", told)
    if len(address) > LONGEST:
        raise FieldError("address", _("Give an address of 500 characters at most."))
    if parts.username is not None or parts.fragment:
        raise FieldError(
            "address",
            _("Give the address without an account, a password and “#”."),
        )
    return parts
