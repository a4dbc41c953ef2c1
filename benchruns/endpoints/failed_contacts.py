"""Contacts in vain: so many, and a server, an address or a user has to wait a while.

Else checks would guess passwords and look for open ports. Who was let in by the same
server with the same connection is held up by nobody; who never was learns that no server
answers, not why. By the same server: a name leads wherever its owner lets it lead, and one
of their own lets anybody in.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max, QuerySet
from django.utils import timezone

from benchruns.failures.failure import Failure, failure
from benchruns.models import Endpoint, FailedContact

PERIOD = timedelta(minutes=15)
LOGIN_CODES = frozenset({"wrong_password"})
UNREACHED_CODES = frozenset({"connection_refused", "connection_timeout", "unreachable"})
# Something answered, but no server of the kind: as useful to who looks for open ports.
OTHER_CODES = frozenset({"server_gone", "unexpected_answer"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Most:
    """So many in vain in ``PERIOD``, and there is a pause."""

    logins: int  # at a server
    ports: int  # of an address
    servers: int  # of a user


def refusal(endpoint: Endpoint, *, address: str, most: Most) -> Failure | None:
    """Why nothing is sent to this server now, with the moment until which."""
    if _was_let_in(endpoint, address=address):
        return None
    return refusal_beside(
        endpoint, host=endpoint.host, address=address, port=endpoint.port, most=most
    )


def refusal_beside(
    endpoint: Endpoint, *, host: str, address: str, port: int, most: Most
) -> Failure | None:
    """The same where a user has something else asked: being let in tells nothing of it."""
    since = timezone.now() - PERIOD
    own = FailedContact.objects.filter(user=endpoint.owner_id, at__gt=since)
    others = own.exclude(address=address, port=port)
    servers = others.order_by().values("address", "port").annotate(last=Max("at"))
    newest = servers.order_by("-last").values_list("last", flat=True)
    if until := _until(newest, most=most.servers):
        return failure("too_many_servers", until=until.isoformat())
    lately = FailedContact.objects.filter(address=address, at__gt=since)
    logins = lately.filter(port=port, is_login=True).order_by("-at")
    if until := _until(logins.values_list("at", flat=True), most=most.logins):
        return failure("too_many_logins", host=host, port=port, until=until.isoformat())
    elsewhere = lately.filter(is_login=False).exclude(port=port)
    ports = (
        elsewhere.order_by().values("port").annotate(last=Max("at")).order_by("-last")
    )
    if until := _until(ports.values_list("last", flat=True), most=most.ports):
        return failure("too_many_ports", host=host, until=until.isoformat())
    return None


def noted(endpoint: Endpoint, failed: Failure, *, address: str) -> Failure:
    """The failure as its user is told of it; one that others must wait for is counted."""
    is_login = failed.code in LOGIN_CODES
    if not is_login and failed.code not in UNREACHED_CODES | OTHER_CODES:
        return failed
    count(endpoint, address=address, port=endpoint.port, is_login=is_login)
    if (
        is_login
        or failed.code in OTHER_CODES
        or _has_shown_control(endpoint, address=address)
        or _was_let_in(endpoint, address=address)
    ):
        return failed
    return failure("no_server", host=endpoint.host, port=endpoint.port)


def count(endpoint: Endpoint, *, address: str, port: int, is_login: bool) -> None:
    """One in vain, which the user of the endpoint wanted."""
    now = timezone.now()
    FailedContact.objects.filter(at__lte=now - PERIOD).delete()
    FailedContact.objects.create(
        user_id=endpoint.owner_id,
        address=address,
        port=port,
        is_login=is_login,
        at=now,
    )


def _was_let_in(endpoint: Endpoint, *, address: str) -> bool:
    """Checks are forgotten with the connection that they were of, its password, too."""
    let_in = endpoint.checks.exclude(server={})
    return let_in.filter(reached__address=address, reached__port=endpoint.port).exists()


def _has_shown_control(endpoint: Endpoint, *, address: str) -> bool:
    """As it is stored: what was read before the contact may be of another server."""
    shown = Endpoint.objects.filter(pk=endpoint.pk, control_shown_at__isnull=False)
    return shown.filter(server__address=address, server__port=endpoint.port).exists()


def _until(newest_first: "QuerySet[Any, datetime]", *, most: int) -> datetime | None:
    """When there is room again; None where there is now."""
    at = list(newest_first[:most])
    return at[-1] + PERIOD if len(at) == most else None
