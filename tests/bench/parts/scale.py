"""Server time of pages and lists with 100,000 results of 1,000 classes beside 100 of 100.

The large portal has 50 versions, 2,000 endpoints and 10,000 runs of 600 samples as well.

In seconds of the processor, SQLite's own among them, since it works in the same process. A
page or file that prints more where there is more is judged by the cell or line.
"""

from collections.abc import Iterator

from tests.bench import scale
from tests.bench.figure import Figure, of_pairs
from tests.bench.parts import tell

SMALL = {"results": 100, "classes": 100}
LARGE = {"results": 100_000, "classes": 1_000, "versions": 50, "endpoints": 2_000}
ROUNDS = 7
MOST = 1.2


def figures() -> Iterator[Figure]:
    with scale.scratch_folder() as folder:
        databases = [folder / name for name in ("small.sqlite3", "large.sqlite3")]
        scale.start_django(databases[0])
        for path, numbers in zip(databases, (SMALL, LARGE), strict=True):
            scale.build(path, **numbers)
        for page in scale.PAGES:
            yield from compared(page, *scale.measure(page, databases, ROUNDS))


def compared(
    page: scale.Page, small: scale.Measured, large: scale.Measured
) -> Iterator[Figure]:
    printed = large.rows / small.rows if page.is_linear else 1
    per = (
        f", for each of {large.rows:,} beside {small.rows:,} cells"
        if page.is_linear
        else ""
    )
    yield of_pairs(
        page.name,
        large.times,
        small.times,
        most=MOST,
        scale=printed,
        detail=f"{large.seconds * 1000:.0f} ms beside {small.seconds * 1000:.0f}{per}",
    )
    if large.queries > small.queries and not page.is_linear:
        grown = large.queries / small.queries
        yield Figure(
            name=f"{page.name}: queries", ratio=grown, low=grown, high=grown, most=1,
            detail=f"{large.queries} beside {small.queries}",
        )  # fmt: skip


if __name__ == "__main__":
    tell(figures())
