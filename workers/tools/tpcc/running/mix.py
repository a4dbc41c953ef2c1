"""Which transaction is next, and how long a user waits before and after it."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from workers.tools.tpcc.kinds import Kind
from workers.tools.tpcc.options import WEIGHTS, Profile

# Seconds, clause 5.2.5.7, in HammerDB too.
KEYING: Mapping[Kind, float] = {
    Kind.NEWORD: 18,
    Kind.PAYMENT: 3,
    Kind.DELIVERY: 2,
    Kind.OSTAT: 2,
    Kind.SLEV: 2,
}
# The means. HammerDB has those of delivery and order status the other way round.
THINKING: Mapping[Profile, Mapping[Kind, float]] = {
    Profile.HAMMERDB: {
        Kind.NEWORD: 12,
        Kind.PAYMENT: 12,
        Kind.DELIVERY: 10,
        Kind.OSTAT: 5,
        Kind.SLEV: 5,
    },
    Profile.SPEC: {
        Kind.NEWORD: 12,
        Kind.PAYMENT: 12,
        Kind.DELIVERY: 5,
        Kind.OSTAT: 10,
        Kind.SLEV: 5,
    },
}
LONGEST_THINKING = 10  # times the mean, clause 5.2.5.4


def draws(
    profile: Profile, random: Random, *, weights: Sequence[int] = WEIGHTS
) -> Iterator[Kind]:
    """HammerDB draws each by itself; the specification shuffles a deck of cards.

    ``weights`` are how many cards of the deck are of each kind, in the kinds' order.
    """
    deck = [
        kind for kind, cards in zip(Kind, weights, strict=True) for _ in range(cards)
    ]
    while True:
        if profile is Profile.HAMMERDB:
            yield random.choice(deck)
        else:
            yield from random.sample(deck, len(deck))


def thinking_seconds(profile: Profile, kind: Kind, random: Random) -> float:
    """Negative exponential; HammerDB has whole seconds."""
    mean = THINKING[profile][kind]
    seconds = min(random.expovariate(1 / mean), LONGEST_THINKING * mean)
    return round(seconds) if profile is Profile.HAMMERDB else seconds
