"""Which transaction is next, and how long a user waits before and after it."""

from collections.abc import Iterator, Mapping
from random import Random

from workers.tools.tpcc.kinds import Kind
from workers.tools.tpcc.options import Profile

# Of 23, as HammerDB draws them. Clause 5.2.4.2 has the same cards: they keep the least
# shares of clause 5.2.3, 43 % of payments and 4 % of each of the rare ones.
DECK = (
    *([Kind.NEWORD] * 10),
    *([Kind.PAYMENT] * 10),
    *(Kind.DELIVERY, Kind.SLEV, Kind.OSTAT),
)
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


def draws(profile: Profile, random: Random) -> Iterator[Kind]:
    """HammerDB draws each by itself; the specification shuffles a deck of cards."""
    while True:
        if profile is Profile.HAMMERDB:
            yield random.choice(DECK)
        else:
            yield from random.sample(DECK, len(DECK))


def thinking_seconds(profile: Profile, kind: Kind, random: Random) -> float:
    """Negative exponential; HammerDB has whole seconds."""
    mean = THINKING[profile][kind]
    seconds = min(random.expovariate(1 / mean), LONGEST_THINKING * mean)
    return round(seconds) if profile is Profile.HAMMERDB else seconds
