"""The parts of docs/performance.md: each prints its figures, a line of JSON each."""

from collections.abc import Iterable

from tests.bench.figure import Figure


def tell(figures: Iterable[Figure]) -> None:
    for each in figures:
        print(each.line(), flush=True)
