"""Rules on where client and server stood, and on what."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from benchruns.comparison.fairness.context import Context
from benchruns.comparison.fairness.rules.rule import (
    Rule,
    Verdict,
    by_value,
    telling,
)
from benchruns.figures.alike import is_alike
from benchruns.units import size_text

# Round trips inside a zone scatter by some hundredths of a millisecond; between zones
# they take several tenths and more.
SHORT_WAY_MS = 0.1
LONGER = 1.5


def is_same_text(one: str, other: str) -> bool:
    return " ".join(one.casefold().split()) == " ".join(other.casefold().split())


def _host_told(context: Context) -> str:
    if context.same_host:
        return gettext("client on the database's own host")
    return gettext("client on another host")


def _region_severity(one: Context, other: Context) -> Verdict:
    """Two providers are never in one region: that is what was chosen with them."""
    return Verdict.NOTE if is_other_provider(one, other) else Verdict.CAUTION


def is_other_provider(one: Context, other: Context) -> bool:
    return None not in (one.provider, other.provider) and (
        one.provider != other.provider
    )


def _zone(one: Context, other: Context) -> Verdict:
    """Zone I of one region is not Zone I of another."""
    if is_other_provider(one, other):
        return Verdict.OUTSIDE
    if one.region is None or other.region is None:
        return Verdict.UNKNOWN
    if not is_same_text(one.region, other.region):
        return Verdict.OUTSIDE
    if one.zone is None or other.zone is None:
        return Verdict.UNKNOWN
    same = is_same_text(one.zone, other.zone)
    return Verdict.SAME if same else Verdict.CAUTION


def _is_same_way(one: float, other: float) -> bool:
    low, high = sorted((one, other))
    return high - low < SHORT_WAY_MS or high < LONGER * low


def _client(one: Context, other: Context) -> Verdict:
    """By the instance's type where both state it, else by its size."""
    sizes = (
        (one.client_vcpus, other.client_vcpus),
        (one.client_memory_gb, other.client_memory_gb),
    )
    known = [pair for pair in sizes if None not in pair]
    if not all(is_alike(*pair) for pair in known):
        return Verdict.CAUTION
    if one.client_instance is not None and other.client_instance is not None:
        if not is_same_text(one.client_instance, other.client_instance):
            return Verdict.CAUTION
    elif len(known) < len(sizes):
        return Verdict.UNKNOWN
    return _client_system(one, other)


def _client_system(one: Context, other: Context) -> Verdict:
    if one.client_os is None or other.client_os is None:
        return Verdict.SAME
    same = is_same_text(one.client_os, other.client_os)
    return Verdict.SAME if same else Verdict.NOTE


def client_told(context: Context) -> str:
    """``c3.2xlarge.2, 8 vCPU, 16 GB, CentOS 7.4 64-bit``."""
    parts = (
        context.client_instance,
        size_text(context.client_vcpus, context.client_memory_gb),
        context.client_os,
    )
    return ", ".join(part for part in parts if part)


def _client_place(context: Context) -> str | None:
    """How far the client stood from its database, where both places are stated."""
    if context.client_region is None or context.region is None:
        return None
    if not is_same_text(context.client_region, context.region):
        return "other_region"
    if context.client_zone is None or context.zone is None:
        return None
    same = is_same_text(context.client_zone, context.zone)
    return "same_zone" if same else "other_zone"


def _client_place_told(context: Context) -> str:
    words = {
        "same_zone": gettext("client in the database's zone"),
        "other_zone": gettext("client in another zone"),
        "other_region": gettext("client in another region"),
    }
    return words.get(_client_place(context) or "", "")


SAME_HOST = Rule(
    code="same_host",
    label=_("place of the client"),
    judge=by_value(lambda each: each.same_host, Verdict.CAUTION),
    tell=telling(_host_told),
    value=lambda each: each.same_host,
    sentence=_("Client and database shared a host in a part of them: %(values)s."),
    why=_(
        "On one host they take CPU from each other, and the client reaches the database "
        "over a shorter path than any network."
    ),
    remedy=_("Run every client on a machine of its own, in the database's zone."),
)
REGION = Rule(
    code="region",
    label=_("region"),
    judge=by_value(lambda each: each.region, _region_severity, same=is_same_text),
    tell=telling(lambda each: each.region or ""),
    sentence=_("The regions differ: %(values)s."),
    why=_(
        "Regions have hardware of different age, and a client in another region than "
        "its database pays for the way with every statement."
    ),
    remedy=_("Test in one region, client and databases, over internal addresses."),
)
ZONE = Rule(
    code="zone",
    label=_("zone"),
    judge=_zone,
    tell=telling(lambda each: each.zone or ""),
    sentence=_("The zones differ: %(values)s."),
    why=_(
        "The way from client to database must be equally long on both sides: all in one "
        "zone, or both databases in one and the client in another."
    ),
    remedy=_("Put the databases into one zone, and test them from one client."),
)
CLIENT_PLACE = Rule(
    code="client_place",
    label=_("way from the client"),
    judge=by_value(
        _client_place,
        Verdict.CAUTION,
        applies=lambda each: _client_place(each) is not None,
    ),
    tell=telling(_client_place_told),
    value=_client_place,
    sentence=_("The clients stood at other distances: %(values)s."),
    why=_("Every statement pays the way between zones and, far more, between regions."),
    remedy=_("Test each database from a client in its own zone."),
)
ROUND_TRIP = Rule(
    code="round_trip",
    label=_("round trip"),
    judge=by_value(
        lambda each: each.round_trip_ms,
        Verdict.CAUTION,
        same=_is_same_way,
        applies=lambda each: each.round_trip_ms is not None,
    ),
    tell=telling(lambda each: f"{each.round_trip_ms:.2f} ms"),
    value=lambda each: each.round_trip_ms,
    sentence=_("The way to the server was not equally long: %(values)s."),
    why=_(
        "Every statement pays the round trip, so a longer way lowers throughput and "
        "adds to every latency, whatever the server can do."
    ),
    remedy=_("Test both from a client that is equally near to each."),
)
NETWORK = Rule(
    code="network",
    label=_("network"),
    judge=by_value(lambda each: each.network, Verdict.CAUTION, same=is_same_text),
    tell=telling(lambda each: each.network or ""),
    sentence=_("The networks differ: %(values)s."),
    why=_("Round trips and bandwidth differ between kinds of network."),
    remedy=_("Use one kind of network, over internal addresses."),
)
CLIENT_MACHINE = Rule(
    code="client_machine",
    label=_("client machine"),
    judge=_client,
    tell=telling(client_told),
    sentence=_("The client machines differ: %(values)s."),
    why=_(
        "A smaller client reaches its own limit before a fast server does, so a gap "
        "between the results may be one between the clients."
    ),
    remedy=_(
        "Repeat both from the same client, one that had CPU left on the faster side."
    ),
)
STORAGE = Rule(
    code="storage",
    label=_("storage"),
    judge=by_value(lambda each: each.storage, Verdict.CAUTION, same=is_same_text),
    tell=telling(lambda each: each.storage or ""),
    sentence=_("The storage differs: %(values)s."),
    why=_(
        "Every commit waits for the log to reach the disk, and every read that misses "
        "the buffer for the data: network disks take several times as long as local ones."
    ),
    remedy=_("Compare classes with one kind of storage."),
)
