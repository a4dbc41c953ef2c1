"""Server time of pages and lists with 100,000 results of 1,000 classes beside 100 of 100.

The large portal has 50 versions, 2,000 endpoints and 10,000 runs of 600 samples as well.
Lists that would print less where there are few rows are held beside a portal of the same
classes, versions and endpoints with the fewest results that fill them.

In seconds of the processor, SQLite's own among them, since it works in the same process. A
page or file that is as long as the data is (a paper) is judged by the cell or line; the
queries of all others are the same in number.
"""

import re
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.bench import scale, scale_pages
from tests.bench.figure import Figure, of_pairs
from tests.bench.parts import tell

SMALL = {"results": 100, "classes": 100}
OF_LARGE = {"classes": 1_000, "versions": 50, "endpoints": 2_000}
FILLED = {"results": 18_000, "work": 200, **OF_LARGE}
LARGE = {"results": 100_000, "work": 2_000, **OF_LARGE}
AS_LONG, FEW = 1.1, 2  # a list that is filled prints as much as the other, or nearly
ROUNDS = 7
MEMORY_ROUNDS = 3
MOST = 1.2


def figures() -> Iterator[Figure]:
    with scale.scratch_folder() as folder:
        small, filled, large = (
            folder / f"{n}.sqlite3" for n in ("small", "filled", "large")
        )
        scale.start_django(small)
        for path, numbers in ((small, SMALL), (filled, FILLED), (large, LARGE)):
            scale.build(path, **numbers)
        for page in scale_pages.PAGES:
            fewer = filled if page.wants_rows else small
            yield from compared(page, *scale.measure(page, (fewer, large), ROUNDS))
        for words in scale_pages.DEEP:
            yield _deep(large, *words)
        yield _memory((filled, large))


def _deep(database: Path, name: str, first: str, deep: str) -> Figure:
    """The last page of a list beside its first, in one portal."""
    scale.use(database)
    client = scale.client_of(scale_pages.Page(name, first, as_staff=True))
    told = re.search(rb"1 to ([\d,]+) of ([\d,]+)", scale.ask(client, first))
    if told is None:
        raise SystemExit(f"{first} does not say how many rows there are")
    of_a_page, rows = (int(each.replace(b",", b"")) for each in told.groups())
    number = rows // of_a_page  # the last that is full
    last = deep.replace("{last}", str(number))
    times: dict[str, list[float]] = {first: [], last: []}
    for url in times:
        scale.ask(client, url)
    for _ in range(ROUNDS):
        for url, taken in times.items():
            began = scale.spent()
            scale.ask(client, url)
            taken.append(scale.spent() - began)
    ours, others = (
        statistics.median(each) * 1000 for each in (times[last], times[first])
    )
    return of_pairs(
        f"{name}: page {number:,} beside the first",
        times[last],
        times[first],
        most=MOST,
        detail=f"{ours:.0f} ms beside {others:.0f}",
        why="a page is found by its number: an index is read up to its first row",
    )


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
    page: scale_pages.Page, small: scale.Measured, large: scale.Measured
) -> Iterator[Figure]:
    """A list that its rows do not fill in both is a figure that falls short."""
    printed = large.rows / small.rows
    if page.wants_rows and large.rows > AS_LONG * small.rows + FEW:
        yield Figure(
            name=f"{page.name}: cells", ratio=printed, low=printed, high=printed,
            most=AS_LONG, detail=f"{large.rows} beside {small.rows}",
        )  # fmt: skip
    per = ""
    if page.is_linear:
        per = f", for each of {large.rows:,} beside {small.rows:,} cells"
    elif page.wants_rows:
        per = f", {small.rows:,} cells beside {FILLED['results']:,} results"
    yield of_pairs(
        page.name,
        large.times,
        small.times,
        most=MOST,
        scale=printed if page.is_linear else 1,
        detail=f"{large.seconds * 1000:.0f} ms beside {small.seconds * 1000:.0f}{per}",
        why=page.why,
    )
    if large.queries > small.queries and not page.is_linear:
        grown = large.queries / small.queries
        yield Figure(
            name=f"{page.name}: queries", ratio=grown, low=grown, high=grown, most=1,
            detail=f"{large.queries} beside {small.queries}", why=page.why,
        )  # fmt: skip


if __name__ == "__main__":
    tell(figures())
