"""When rows are of different tests: what differs is no condition of one any more."""

from collections.abc import Sequence
from itertools import combinations

from benchruns.comparison.fairness.context import Context
from benchruns.figures.alike import MOST_LARGER, MOST_LONGER, is_alike, is_apart


def other_tests(contexts: Sequence[Context], intended: frozenset[str]) -> list[str]:
    """The codes of the rules by which some two are of different tests."""
    pairs = list(combinations(contexts, 2))
    found = {
        "workload": any(_differs(one.workload, other.workload) for one, other in pairs),
        "duration": any(
            is_apart(one.duration_s, other.duration_s, MOST_LONGER)
            for one, other in pairs
        ),
        "data_size": "data_size" not in intended
        and any(_is_other_data(*pair) for pair in pairs),
    }
    return [code for code, is_other in found.items() if is_other]


def _differs(one: str | None, other: str | None) -> bool:
    return None not in (one, other) and one != other


def _is_other_data(one: Context, other: Context) -> bool:
    """Another size that takes another share of the buffer, or else of memory."""
    if None in (one.data_bytes, other.data_bytes):
        return False
    if is_alike(one.data_bytes, other.data_bytes):
        return False
    if one.data_over_buffer is not None and other.data_over_buffer is not None:
        return is_apart(one.data_over_buffer, other.data_over_buffer, MOST_LARGER)
    return is_apart(one.data_over_memory, other.data_over_memory, MOST_LARGER)
