"""Server time of pages and lists with 100,000 results of 1,000 classes beside 100 of 100.

The large portal has 50 versions, 2,000 endpoints and 10,000 runs of 600 samples as well.

In seconds of the processor, SQLite's own among them, since it works in the same process. A
page or file that prints more where there is more is judged by the cell or line.
"""

import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.bench import scale
from tests.bench.figure import Figure, of_pairs
from tests.bench.parts import tell

SMALL = {"results": 100, "classes": 100}
LARGE = {"results": 100_000, "classes": 1_000, "versions": 50, "endpoints": 2_000}
ROUNDS = 7
MEMORY_ROUNDS = 3
MOST = 1.2


def figures() -> Iterator[Figure]:
    with scale.scratch_folder() as folder:
        databases = [folder / name for name in ("small.sqlite3", "large.sqlite3")]
        scale.start_django(databases[0])
        for path, numbers in zip(databases, (SMALL, LARGE), strict=True):
            scale.build(path, **numbers)
        for page in scale.PAGES:
            yield from compared(page, *scale.measure(page, databases, ROUNDS))
        yield _memory(databases)


def _memory(databases: Sequence[Path]) -> Figure:
    """Of a process that reads all pages but those that are as long as the data is."""
    held: list[list[float]] = [[] for _ in databases]
    for _ in range(MEMORY_ROUNDS):
        for place, path in enumerate(databases):
            command = [sys.executable, "-m", "tests.bench.pages_memory", str(path)]
            told = subprocess.run(command, capture_output=True, text=True, check=True)
            held[place].append(float(told.stdout.split()[-1]))
    small, large = (statistics.median(each) for each in held)
    return of_pairs(
        "memory of a web process that read the pages of one length",
        held[1],
        held[0],
        most=MOST,
        detail=f"{large:.0f} MiB beside {small:.0f}",
    )


def compared(
    page: scale.Page, small: scale.Measured, large: scale.Measured
) -> Iterator[Figure]:
    printed = large.rows / small.rows if page.is_linear else 1
    per = (
        f", for each of {large.rows:,} beside {small.rows:,} {page.items}"
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
        why=page.why,
    )
    if large.queries > small.queries and not page.is_linear:
        grown = large.queries / small.queries
        yield Figure(
            name=f"{page.name}: queries", ratio=grown, low=grown, high=grown, most=1,
            detail=f"{large.queries} beside {small.queries}",
        )  # fmt: skip


if __name__ == "__main__":
    tell(figures())
