"""What a row of a file costs: a white paper of 500 rows beside one of 100, as PDF, CSV and JSON.

In seconds of the processor, those of the process that draws a PDF among them. The first
PDF of a process, with all that it loads, stands beside those that follow.
"""

import statistics
from collections.abc import Iterator

from tests.bench import scale
from tests.bench.figure import Figure, of_pairs
from tests.bench.parts import tell

PAPER = "/whitepaper/mysql/5.7/"
# Of which a fourth or more is in the paper of one version.
SMALL, LARGE = (200, 100), (2_000, 100)
ROUNDS = 3
MOST, MOST_FIRST = 1.2, 2
PAGES = (
    scale.Page("PDF", f"{PAPER}?format=pdf", is_linear=True, rows_of=PAPER),
    scale.Page("CSV", f"{PAPER}?format=csv", is_linear=True),
    scale.Page(
        "JSON", f"{PAPER}?format=json", is_linear=True, rows_of=f"{PAPER}?format=csv"
    ),
    scale.Page("results as CSV", "/results/?format=csv", is_linear=True),
)


def figures() -> Iterator[Figure]:
    with scale.scratch_folder() as folder:
        databases = [folder / f"{results}.sqlite3" for results, _ in (SMALL, LARGE)]
        scale.start_django(databases[0])
        for path, (results, classes) in zip(databases, (SMALL, LARGE), strict=True):
            scale.build(path, results=results, classes=classes)
        yield _first_pdf()
        for page in PAGES:
            small, large = scale.measure(page, databases, ROUNDS)
            unit = "cell" if page.name == "PDF" else "row"
            each = large.seconds / large.rows * 1000
            yield of_pairs(
                f"{page.name}: a {unit}",
                large.times,
                small.times,
                most=MOST,
                scale=large.rows / small.rows,
                detail=f"{each:.3g} ms a {unit}; {large.seconds:.2f} s for {large.rows:,}"
                f" beside {small.seconds:.2f} s for {small.rows:,}",
            )


def _first_pdf() -> Figure:
    """Of the larger paper, which is in use."""
    page = PAGES[0]
    client = scale.client_of(page)
    first, *later = (_seconds(client, page.url) for _ in range(ROUNDS + 1))
    return of_pairs(
        "first PDF of a process",
        [first] * ROUNDS,
        later,
        most=MOST_FIRST,
        detail=f"{first:.2f} s beside {statistics.median(later):.2f}",
    )


def _seconds(client, url: str) -> float:
    scale.forget_drawings()
    began = scale.spent()
    scale.ask(client, url)
    return scale.spent() - began


if __name__ == "__main__":
    tell(figures())
