"""When rows are of different tests: what differs is no condition of one any more."""

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

from benchruns.comparison.fairness.context import Context
from benchruns.figures.alike import MOST_LARGER, MOST_LONGER, is_alike, is_apart


def other_tests(contexts: Sequence[Context], intended: frozenset[str]) -> list[str]:
    """The codes of the rules by which some two are of different tests.

    Data that differ in size are so because one test was meant to read the disk: that is
    said before it, where it is.
    """
    pairs = list(combinations(contexts, 2))
    found = {
        "workload": any(_differs(one.workload, other.workload) for one, other in pairs),
        "duration": any(
            is_apart(one.duration_s, other.duration_s, MOST_LONGER)
            for one, other in pairs
        ),
        "data_size": any(
            _is_other_data(*pair)
            for pair in (_steps(contexts) if "size" in intended else pairs)
        ),
    }
    codes = [code for code, is_other in found.items() if is_other]
    if found["data_size"] and any(_differs(a.regime, b.regime) for a, b in pairs):
        codes.insert(codes.index("data_size"), "regime")
    return codes


def _steps(contexts: Sequence[Context]) -> Iterable[tuple[Context, Context]]:
    """Each size of a family beside the next: their data moves out of memory by steps."""
    known = [each for each in contexts if each.data_bytes and each.memory_gb]
    return pairwise(
        sorted(known, key=lambda each: (each.memory_gb or 0, each.data_bytes or 0))
    )


def _differs(one: str | None, other: str | None) -> bool:
    return None not in (one, other) and one != other


def _is_other_data(one: Context, other: Context) -> bool:
    """Data that takes another share of the buffer, or else of memory.

    The same data is one test where it fits both: what memory is left then does nothing.
    """
    if None in (one.data_bytes, other.data_bytes):
        return False
    shares = one.data_over_buffer, other.data_over_buffer
    if None in shares:
        shares = one.data_over_memory, other.data_over_memory
    if is_alike(one.data_bytes, other.data_bytes):
        fits_both = all(share is not None and share < 1 for share in shares)
        if fits_both:
            return False
    return is_apart(*shares, MOST_LARGER)
