"""What chance comes to: the file holds what random orders give, ranks are those of statistics.

BENCHBOOK_WRITE_CONTRASTS=1 writes the file anew, in a minute.
"""

import csv
import os

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import rankdata

from benchruns.trends import contrasts
from benchruns.trends.contrasts import FEWEST_A_SIDE, FILE, ROUNDING, by_chance
from benchruns.trends.trend import MOST_POINTS
from tests.examples import few_or

COUNTS = range(2 * FEWEST_A_SIDE, MOST_POINTS + 1)
LOOKED_AT = few_or(COUNTS, few=(COUNTS[0], 30, COUNTS[-1]))


@pytest.fixture(scope="module", autouse=True)
def written():
    if os.environ.get("BENCHBOOK_WRITE_CONTRASTS"):
        found = {count: chance_of(count) for count in COUNTS}
        with FILE.open("w", newline="") as lines:
            table = csv.writer(lines, lineterminator="\n")
            table.writerow(("figures", "whole", "parts"))
            table.writerows(
                (count, f"{each[0]:.6f}", f"{each[1]:.6f}")
                for count, each in found.items()
            )


def chance_of(count):
    return by_chance(contrasts.whole(count)), by_chance(contrasts.parts(count))


@pytest.mark.parametrize("count", LOOKED_AT)
def test_the_file_has_what_random_orders_come_to(count):
    assert contrasts.critical(count) == pytest.approx(chance_of(count), abs=ROUNDING)


def test_the_file_has_all_that_a_trend_may_show():
    with FILE.open() as lines:
        assert [int(row["figures"]) for row in csv.DictReader(lines)] == [*COUNTS]


def test_of_more_figures_it_is_found_anew():
    longer = contrasts.critical(COUNTS[-1] + 1)

    assert longer == pytest.approx(contrasts.critical(COUNTS[-1]), rel=0.1)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(min_value=0, max_value=9), min_size=2, max_size=30))
def test_ranks_are_those_of_statistics(values):
    found = contrasts.ranks_of(values)

    ranks = rankdata(values)
    if len(set(values)) == 1:
        assert found is None
    else:
        assert found == pytest.approx((ranks - ranks.mean()) / np.std(ranks))
