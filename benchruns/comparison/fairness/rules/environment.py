"""Rules on where client and server stood, and on what."""

from benchruns.comparison.fairness.context import Context
from benchruns.comparison.fairness.rules.rule import (
    Rule,
    Verdict,
    by_value,
)
from benchruns.evidence.bottleneck import LEAST_WAY_MS
from benchruns.figures.alike import is_alike

# Round trips inside a zone scatter by some hundredths of a millisecond, and two places in
# it differ by less than a tenth; between zones they take several tenths and more.
SCATTER_MS = 0.03
SHORT_WAY_MS = 0.1
LONGER = 1.5


def is_same_text(one: str, other: str) -> bool:
    return " ".join(one.casefold().split()) == " ".join(other.casefold().split())


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
    """Ways that no nearer client would shorten are the same one."""
    low, high = sorted((one, other))
    return high < LEAST_WAY_MS or high - low < SCATTER_MS or high < LONGER * low


def _way(one: Context, other: Context) -> Verdict:
    """Within a machine there is none: what differs is how soon it came to answer."""
    verdict = _way_over_a_network(one, other)
    return Verdict.SAME if verdict.differs and _are_loopbacks(one, other) else verdict


def _are_loopbacks(one: Context, other: Context) -> bool:
    return one.same_host is True and other.same_host is True


def _way_severity(one: Context, other: Context) -> Verdict:
    """Two places in one zone are no other test, and not the same way either."""
    ours, theirs = one.round_trip_ms or 0.0, other.round_trip_ms or 0.0
    return Verdict.NOTE if abs(ours - theirs) < SHORT_WAY_MS else Verdict.CAUTION


_way_over_a_network = by_value(
    lambda each: each.round_trip_ms,
    _way_severity,
    same=_is_same_way,
    applies=lambda each: each.round_trip_ms is not None,
)


def _client(one: Context, other: Context) -> Verdict:
    """By how many they are, and by the instance's type where both state it, else its size."""
    is_as_many = one.client_generators == other.client_generators
    if not is_as_many and _states_client(one) and _states_client(other):
        return Verdict.CAUTION
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


def _states_client(context: Context) -> bool:
    stated = (
        context.client_generators,
        context.client_instance,
        context.client_vcpus,
    )
    return any(each is not None for each in stated)


def _client_system(one: Context, other: Context) -> Verdict:
    if one.client_os is None or other.client_os is None:
        return Verdict.SAME
    same = is_same_text(one.client_os, other.client_os)
    return Verdict.SAME if same else Verdict.NOTE


def client_place(context: Context) -> str | None:
    """How far the client stood from its database, where both places are stated.

    Of several clients: of all of them, or that they stood at several distances.
    """
    own = ((context.client_region, context.client_zone),)
    places = context.client_places or own
    found = {_distance(context, region, zone) for region, zone in places}
    if None in found:
        return None
    return found.pop() if len(found) == 1 else "several"


def _distance(context: Context, region: str | None, zone: str | None) -> str | None:
    if region is None or context.region is None:
        return None
    if not is_same_text(region, context.region):
        return "other_region"
    if zone is None or context.zone is None:
        return None
    return "same_zone" if is_same_text(zone, context.zone) else "other_zone"


SAME_HOST = Rule(
    code="same_host",
    judge=by_value(lambda each: each.same_host, Verdict.CAUTION),
    value=lambda each: each.same_host,
)
REGION = Rule(
    code="region",
    judge=by_value(lambda each: each.region, _region_severity, same=is_same_text),
)
ZONE = Rule(
    code="zone",
    judge=_zone,
)
CLIENT_PLACE = Rule(
    code="client_place",
    judge=by_value(
        client_place,
        Verdict.CAUTION,
        applies=lambda each: client_place(each) is not None,
    ),
    value=client_place,
)
ROUND_TRIP = Rule(
    code="round_trip",
    judge=_way,
    value=lambda each: each.round_trip_ms,
)
NETWORK = Rule(
    code="network",
    judge=by_value(lambda each: each.network, Verdict.CAUTION, same=is_same_text),
)
CLIENT_MACHINE = Rule(
    code="client_machine",
    judge=_client,
)
STORAGE = Rule(
    code="storage",
    judge=by_value(lambda each: each.storage, Verdict.CAUTION, same=is_same_text),
)
