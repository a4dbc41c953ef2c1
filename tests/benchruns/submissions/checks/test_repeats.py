"""Whether the repeats of one load agree, and what is said where they do not."""

import pytest

from tests.benchruns.submissions.checks.checked import check, outcome, submission
from tests.submission_files import sysbench_text

pytestmark = pytest.mark.django_db


def of(*speeds, **text):
    return submission(*(sysbench_text(tps=tps, **text) for tps in speeds))


def test_repeats_that_disagree_are_told_with_how_far_apart_they_are():
    """The best was 1.9 times the lowest, and no line said so."""
    made = of(113, 118, 219)

    found = check(made, "repeats")

    assert (found.severity, found.message) == (
        "caution",
        "The 3 repeats differ by 90 % of their median: 113 to 219 TPS.",
    )
    assert "under the same conditions" in found.remedy
    assert set(found.results) == {str(each.pk) for each in made.results.all()}


@pytest.mark.parametrize(
    ("speeds", "found"),
    [((100, 110), "ok"), ((95, 100, 106), "caution"), ((100,), None)],
)
def test_a_tenth_of_the_median_is_within_bounds(speeds, found):
    assert outcome(of(*speeds), "repeats") == found


def test_other_loads_are_no_repeats():
    made = submission(sysbench_text(tps=100), sysbench_text(tps=300, threads=16))

    assert outcome(made, "repeats") is None
