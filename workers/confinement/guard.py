"""A guard that lets a process connect to one place alone, whatever its driver is told.

A server may name another address in its answer to a login, and drivers go there. The
process asks about each connection (``seccomp``); the guard answers in a thread of the
worker. Where Linux cannot do that, the peer is looked at after the login alone.
"""

import ipaddress
import logging
import os
import select
import socket
import struct
import threading
from typing import NamedTuple

from benchruns.endpoints.networks import canonical
from workers.confinement import seccomp

logger = logging.getLogger(__name__)

_FAMILY = struct.Struct("=H")
_PORT = struct.Struct(">H")
_IPV4 = slice(4, 8)
_IPV6 = slice(8, 24)


class Peer(NamedTuple):
    """Where a process may connect to: an IP address, checked, and a port."""

    address: str
    port: int


def hand_over(link: socket.socket) -> None:
    """In the process that is to be guarded, for good: ask from now on.

    ``link`` is a Unix socket to who guards it.
    """
    listener = seccomp.listen_to_connects()
    if listener is None:
        link.sendall(b"-")
    else:
        socket.send_fds(link, [b"+"], [listener])
        os.close(listener)


class Guard:
    """Answers for one process and all that it starts; ends by itself with the last.

    ``is_strayed`` once something tried to connect to another place.
    """

    def __init__(self, peer: Peer) -> None:
        self._peer = Peer(canonical(peer.address.partition("%")[0]), peer.port)
        self.is_strayed = False

    def take_over(self, link: socket.socket) -> bool:
        """Answer from now on what ``hand_over`` gave at the other end of the link.

        False where the process cannot be guarded.
        """
        _sign, listeners, _flags, _address = socket.recv_fds(link, 1, 1)
        if not listeners:
            logger.warning("connections are not guarded here: no seccomp listener")
            return False
        threading.Thread(
            target=self._answer, args=(listeners[0],), name="guard", daemon=True
        ).start()
        return True

    def _answer(self, listener: int) -> None:
        poll = select.poll()
        poll.register(listener, select.POLLIN)
        try:
            while poll.poll()[0][1] & select.POLLIN:
                attempt = seccomp.receive(listener)
                if attempt is None:
                    continue
                if self._is_allowed(attempt.name):
                    seccomp.let_go_on(listener, attempt)
                else:
                    self.is_strayed = True
                    seccomp.refuse(listener, attempt)
        finally:
            os.close(listener)

    def _is_allowed(self, name: bytes) -> bool:
        """By the struct sockaddr; sockets of this machine's own kinds are."""
        if len(name) < _FAMILY.size:
            return False
        family = _FAMILY.unpack_from(name)[0]
        if family not in {socket.AF_INET, socket.AF_INET6}:
            return True
        packed = name[_IPV4 if family == socket.AF_INET else _IPV6]
        if len(packed) not in {4, 16}:
            return False
        found = canonical(str(ipaddress.ip_address(packed)))
        return (found, _PORT.unpack_from(name, 2)[0]) == self._peer
