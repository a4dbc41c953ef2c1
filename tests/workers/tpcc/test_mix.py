"""Which transactions come in which share, and how long users wait."""

from collections import Counter
from itertools import islice
from random import Random
from statistics import fmean

import pytest

from workers.tools.tpcc.kinds import Kind
from workers.tools.tpcc.options import Profile
from workers.tools.tpcc.running.mix import KEYING, THINKING, draws, thinking_seconds

CARDS = {
    Kind.NEWORD: 10,
    Kind.PAYMENT: 10,
    Kind.DELIVERY: 1,
    Kind.OSTAT: 1,
    Kind.SLEV: 1,
}
MANY = 23_000


def seeded(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - no secret


def dealt(profile: Profile, *, seed: int) -> list[Kind]:
    return list(islice(draws(profile, seeded(seed)), MANY))


@pytest.mark.parametrize("seed", range(5))
def test_hammerdb_draws_each_transaction_by_itself(seed):
    counted = Counter(dealt(Profile.HAMMERDB, seed=seed))

    expected = [MANY * cards / 23 for cards in CARDS.values()]
    # Here alone: it takes as long to import as all other tests of a folder.
    from scipy.stats import chisquare

    assert chisquare([counted[kind] for kind in CARDS], expected).pvalue > 0.001
    assert [counted[kind] for kind in CARDS] != expected


def test_the_specification_deals_a_deck_to_its_end():
    kinds = dealt(Profile.SPEC, seed=1)

    decks = [kinds[at : at + 23] for at in range(0, MANY, 23)]
    assert all(Counter(deck) == CARDS for deck in decks)
    assert len({tuple(deck) for deck in decks}) == len(decks)


def test_keying_and_thinking_times_are_those_of_the_specification_or_of_hammerdb():
    seconds = {
        kind: (
            KEYING[kind],
            THINKING[Profile.SPEC][kind],
            THINKING[Profile.HAMMERDB][kind],
        )
        for kind in Kind
    }

    assert seconds == {
        Kind.NEWORD: (18, 12, 12),
        Kind.PAYMENT: (3, 12, 12),
        Kind.DELIVERY: (2, 5, 10),
        Kind.OSTAT: (2, 10, 5),
        Kind.SLEV: (2, 5, 5),
    }


@pytest.mark.parametrize("profile", Profile)
def test_thinking_is_negative_exponential(profile):
    random = seeded(1)
    drawn = [thinking_seconds(profile, Kind.NEWORD, random) for _ in range(MANY)]

    assert fmean(drawn) == pytest.approx(12, rel=0.02)
    longer = sum(seconds > 24.5 for seconds in drawn) / MANY
    assert longer == pytest.approx(0.13, abs=0.01)  # e to the power of -2.04
    assert max(drawn) <= 120
    whole = all(seconds == int(seconds) for seconds in drawn)
    assert whole is (profile is Profile.HAMMERDB)


def test_thinking_ends_at_ten_times_the_mean():
    class Never(Random):
        def expovariate(self, _rate):
            return 1_000.0

    assert thinking_seconds(Profile.SPEC, Kind.OSTAT, Never()) == 100


@pytest.mark.parametrize("profile", Profile)
def test_another_mix_deals_the_cards_that_were_asked_for(profile):
    dealt_kinds = islice(draws(profile, seeded(1), weights=(3, 0, 1, 0, 0)), 4_000)

    counted = Counter(dealt_kinds)

    assert set(counted) == {Kind.NEWORD, Kind.DELIVERY}
    assert counted[Kind.NEWORD] / 4_000 == pytest.approx(0.75, abs=0.03)
