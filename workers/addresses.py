"""From a host's name to the one address that a worker may connect to."""

import socket
from threading import Thread

from benchruns.diagnosis import failure
from benchruns.failures import BenchbookError
from benchruns.networks import is_permitted, parse_networks


def resolve(
    host: str,
    port: int,
    *,
    allowed: tuple[str, ...] | None,
    timeout_seconds: float = 10,
) -> str:
    """The first address of a host (IPv4 before IPv6), once all of them are permitted.

    All are checked because a name with one good and one bad address could otherwise
    lead anywhere on the next look-up.
    """
    addresses = _look_up(host, port, timeout_seconds=timeout_seconds)
    networks = None if allowed is None else parse_networks(allowed)
    for address in addresses:
        if not is_permitted(address, networks):
            detail = f"{host} -> {address}"
            raise BenchbookError(
                failure("address_not_allowed", detail, address=address)
            )
    return min(addresses, key=lambda address: ":" in address)


def _look_up(host: str, port: int, *, timeout_seconds: float) -> list[str]:
    found: list[str] = []
    reason: list[str] = []

    def ask() -> None:
        try:
            answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:  # UnicodeError: a label too long
            reason.append(str(error))
        else:
            found.extend(str(answer[4][0]) for answer in answers)

    # getaddrinfo takes no time limit; a thread left behind ends with its resolver's
    thread = Thread(target=ask, name="resolver", daemon=True)
    thread.start()
    thread.join(timeout_seconds)
    if not found:
        detail = reason[0] if reason else "the name service did not answer in time"
        raise BenchbookError(failure("unknown_host", f"{host}: {detail}"))
    return found
