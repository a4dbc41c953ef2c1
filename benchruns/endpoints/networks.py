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

# Clouds answer here with the credentials, or the settings, of the machine that asks.
METADATA_ADDRESSES = frozenset(
    ip_address(address)
    for address in (
        "169.254.169.254",
        "100.100.100.200",  # Alibaba Cloud
        "168.63.129.16",  # Azure
        "192.0.0.192",  # Oracle Cloud
        "169.254.170.2",  # AWS, of a container
        "169.254.170.23",  # AWS, of a pod
        "169.254.0.23",  # Tencent Cloud
        "fe80::a9fe:a9fe",  # OpenStack
        "fd00:c1::a9fe:a9fe",  # Oracle Cloud
        "fd00:42::42",  # Scaleway
        "fd20:ce::254",  # Google Cloud
    )
)
# All of it is AWS's own: ::254 and ::23 hand out credentials, others names, keys, time.
_AWS_SERVICES = IPv6Network("fd00:ec2::/32")
_NAT64 = IPv6Network("64:ff9b::/96")
# Where the IPv4 address stands in it is each network's own choice (RFC 8215).
_LOCAL_NAT64 = IPv6Network("64:ff9b:1::/48")
_IPV4_COMPATIBLE = IPv6Network("::/96")


def parse_networks(texts: Iterable[str]) -> tuple[IPNetwork, ...]:
    """Networks from their texts (``10.0.0.0/8``, ``192.0.2.7``); ValueError if not."""
    return tuple(ip_network(text.strip(), strict=False) for text in texts)


def is_permitted(address: str, allowed: tuple[IPNetwork, ...] | None) -> bool:
    """Whether an address may be reached; ``allowed`` None means no list was given.

    Metadata addresses are refused whatever a list holds: no database answers there.
    With a list, whatever it does not hold is refused, too. Without one, these are: loopback,
    link-local, multicast, unspecified and reserved (broadcast) addresses. Private networks
    are not: databases live there, so a worker whose own network is to be closed needs a list.
    An IPv6 address that stands for an IPv4 one is judged as that one.
    """
    ip = _plain(address)
    if ip in METADATA_ADDRESSES or ip in _AWS_SERVICES:
        return False
    if allowed is not None:
        return any(ip in network for network in allowed)
    return not (
        ip in _LOCAL_NAT64
        or ip.is_loopback
        or ip.is_link_local
        or ip.is_multicast
        or ip.is_unspecified
        or ip.is_reserved
    )


def is_public(address: str) -> bool:
    """Whether it lies in the internet, and so may be anybody's."""
    return _plain(address).is_global


def canonical(address: str) -> str:
    """One text for one address: IPv4 mapped into IPv6 is written as IPv4."""
    ip = ip_address(address)
    mapped = ip.ipv4_mapped if isinstance(ip, IPv6Address) else None
    return str(mapped or ip)


def _plain(address: str) -> IPv4Address | IPv6Address:
    """The address that is really reached: IPv4 in IPv6 clothes is IPv4."""
    ip = ip_address(address.partition("%")[0])
    inside = _inside(ip) if isinstance(ip, IPv6Address) else None
    return ip if inside is None else inside


def _inside(ip: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that an IPv6 one carries: mapped, 6to4, NAT64 or compatible."""
    inside = ip.ipv4_mapped or ip.sixtofour
    is_own = ip.is_loopback or ip.is_unspecified
    if inside is None and (ip in _NAT64 or (ip in _IPV4_COMPATIBLE and not is_own)):
        inside = IPv4Address(int(ip) & 0xFFFFFFFF)
    return inside
