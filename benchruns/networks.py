"""Which addresses Benchbook may connect to."""

from collections.abc import Iterable
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)

IPNetwork = IPv4Network | IPv6Network

# Clouds answer here with the credentials of the machine that asks.
METADATA_ADDRESSES = frozenset(
    ip_address(address)
    for address in ("169.254.169.254", "fd00:ec2::254", "100.100.100.200")
)
_NAT64 = IPv6Network("64:ff9b::/96")


def parse_networks(texts: Iterable[str]) -> tuple[IPNetwork, ...]:
    """Networks from their texts (``10.0.0.0/8``, ``192.0.2.7``); ValueError if not."""
    return tuple(ip_network(text.strip(), strict=False) for text in texts)


def is_permitted(address: str, allowed: tuple[IPNetwork, ...] | None) -> bool:
    """Whether an address may be reached; ``allowed`` None is any but the machine's own.

    Without a list, loopback, link-local, multicast, unspecified and metadata addresses
    are refused; with one, whatever it does not hold.
    """
    ip = _plain(address)
    if allowed is not None:
        return any(ip in network for network in allowed)
    return not (
        ip in METADATA_ADDRESSES
        or ip.is_loopback
        or ip.is_link_local
        or ip.is_multicast
        or ip.is_unspecified
    )


def _plain(address: str) -> IPv4Address | IPv6Address:
    """The address that is really reached: IPv4 in IPv6 clothes is IPv4."""
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is not None:
            return ip.ipv4_mapped
        if ip in _NAT64:
            return IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip
