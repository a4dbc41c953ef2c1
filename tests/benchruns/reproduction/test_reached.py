"""What became of the ratio of data to buffer that a run was sized for."""

import pytest

from benchruns.models import Result
from benchruns.reproduction.differences import overridden
from benchruns.reproduction.reached import with_reached
from benchruns.sentences.differences import why_of

GB = 2**30
KEPT = {
    "kind": "scaled",
    "name": "table_size",
    "published": 800_000,
    "here": 16_534,
    "code": "ratio_kept",
    "values": {"share": 0.75},
}
OTHER = overridden("threads", 64, 8).as_dict()


@pytest.fixture
def published() -> Result:
    """Data twice the buffer."""
    return Result(engine="mysql", memory_gb=16, data_bytes=24 * GB)


def measured(ratio: float | None) -> Result:
    return Result(buffer_bytes=GB, data_bytes=None if ratio is None else ratio * GB)


@pytest.mark.parametrize("ratio", [2.38, 1.8])
def test_a_ratio_that_was_missed_is_said_with_the_one_that_was_planned(
    published, ratio
):
    [kept, other] = with_reached([KEPT, OTHER], published, measured(ratio))

    assert why_of(kept) == (
        f"Data over buffer came to {ratio}, by what the server reports of its tables; 2 "
        "was planned as in the paper, with 75 % of the vendor's memory taken as its "
        "buffer."
    )
    assert other == OTHER


@pytest.mark.parametrize("ratio", [2.09, 1.92, None])
def test_one_that_was_reached_or_is_not_known_is_as_it_was_sized(published, ratio):
    [kept] = with_reached([KEPT], published, measured(ratio))

    assert why_of(kept).startswith("Sized so that data over buffer stays as in the")


def test_a_sentence_of_an_older_release_stays(published):
    old = {"kind": "scaled", "name": "table_size", "why": "Geteilt durch 5."}

    assert with_reached([old], published, measured(2.38)) == [old]
