"""Whether a server runs on the load generator's own machine."""

import ipaddress

import psutil


def is_this_host(address: str) -> bool:
    """Whether an address leads back to this machine, by its own interfaces.

    A server in a container of this machine has an address of its own, and passes for
    another host; so does this machine itself for a load generator in a container.
    """
    wanted = ipaddress.ip_address(address)
    if wanted.is_loopback:
        return True
    return any(
        own.address.split("%")[0] == str(wanted)
        for interface in psutil.net_if_addrs().values()
        for own in interface
    )
