"""From a host's name to the one address that may be connected to."""

import socket
from ipaddress import ip_address
from itertools import chain
from threading import Thread

import psutil
from django.conf import settings

from benchruns.endpoints.networks import canonical, is_permitted, parse_networks
from benchruns.failures.failure import BenchbookError, failure


class NameServiceSilent(BenchbookError):
    """The name service gave no answer: it may later, unlike for an unknown name."""


def resolve(
    host: str,
    port: int,
    *,
    allowed: tuple[str, ...] | None,
    timeout_seconds: float = 10,
) -> str:
    """The first address of a host (IPv4 before IPv6), once all of them are permitted.

    All are checked because a name with one good and one bad address could otherwise
    lead anywhere on the next look-up. None may be the portal's own database or Redis.
    """
    addresses = _look_up(host, port, timeout_seconds=timeout_seconds)
    for own_host, own_port in settings.OWN_SERVERS:
        if port == own_port and _is_one_of(own_host, port, addresses, timeout_seconds):
            raise BenchbookError(failure("own_server", f"{host}:{port}"))
    networks = None if allowed is None else parse_networks(allowed)
    for address in addresses:
        if not is_permitted(address, networks):
            detail = f"{host} -> {address}"
            raise BenchbookError(
                failure("address_not_allowed", detail, address=address)
            )
    # One server must not look like two: its runs would not wait for each other.
    return min(map(canonical, addresses), key=lambda address: ":" in address)


def _is_one_of(
    host: str, port: int, addresses: list[str], timeout_seconds: float
) -> bool:
    """Whether one of them is the host's; asked only where the port is the same.

    A server on this machine may listen at each of its addresses.
    """
    try:
        own = {*map(canonical, _look_up(host, port, timeout_seconds=timeout_seconds))}
    except BenchbookError:
        return False  # the portal cannot reach it either
    asked = {*map(canonical, addresses)}
    is_here = any(map(_is_of_this_machine, own))
    return not own.isdisjoint(asked) or (
        is_here and any(map(_is_of_this_machine, asked))
    )


def _is_of_this_machine(address: str) -> bool:
    """Loopback in all its forms, and what its interfaces have."""
    ip = ip_address(address)
    if ip.is_loopback or ip.is_unspecified:
        return True
    interfaces = chain.from_iterable(psutil.net_if_addrs().values())
    # "fe80::1%eth0": with the interface's name
    return address in {each.address.partition("%")[0] for each in interfaces}


def _look_up(host: str, port: int, *, timeout_seconds: float) -> list[str]:
    found: list[str] = []
    reasons: list[Exception] = []

    def ask() -> None:
        try:
            answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:  # UnicodeError: a label too long
            reasons.append(error)
        else:
            found.extend(str(answer[4][0]) for answer in answers)

    # getaddrinfo takes no time limit; a thread left behind ends with its resolver's
    thread = Thread(target=ask, name="resolver", daemon=True)
    thread.start()
    thread.join(timeout_seconds)
    if not found:
        raise _unresolved(host, reasons[0] if reasons else None)
    return found


def _unresolved(host: str, reason: Exception | None) -> BenchbookError:
    detail = reason or "the name service did not answer in time"
    told = failure("unknown_host", f"{host}: {detail}")
    if reason is None or (
        isinstance(reason, socket.gaierror) and reason.errno == socket.EAI_AGAIN
    ):
        return NameServiceSilent(told)
    return BenchbookError(told)
