"""Server time of each page over that of a bare view that sends the same bytes.

Both go through the same middleware, which compresses both; the bare view only has the
bytes. First readings: nothing that was drawn or answered before is remembered. Whose code
takes how much of a page is profiled apart, after that. Pages that
are put by for readers who are not logged in are read again as well, with that cache.
"""

import cProfile
import gc
import pstats
import statistics
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from tests.bench import scale, scale_pages
from tests.bench.figure import Figure, of_pairs
from tests.bench.parts import tell

RESULTS, CLASSES = 100, 100
ROUNDS = 9
ROUNDS_AGAIN = 60  # of milliseconds
MOST = 5
MOST_AGAIN = 1.5
WHY_AGAIN = (
    "what is asked before a page that was put by is sent: which view has its address, whether "
    "a row changed, and a CSRF token of this reader's own"
)
# All that is measured with more results, but what a process of its own draws.
PAGES = tuple(page for page in scale_pages.PAGES if not page.rows_of)
PUT_BY = (
    "home",
    "classes",
    "class",
    "need",
    "engine version",
    "results",
)  # kept_for_anonymous
# Whose code a file is, the first that fits.
PARTS = (
    ("/django/template/", "nodes of templates"),
    ("/django/utils/deconstruct.py", "queries and their rows"),
    ("/django/utils/tree.py", "queries and their rows"),
    ("/copy.py", "queries and their rows"),
    ("/django/utils/", "escaping and wording"),
    ("/html/__init__.py", "escaping and wording"),
    ("/portal/templatetags/", "nodes of templates"),
    ("/django/db/", "queries and their rows"),
    ("/sqlite3/", "queries and their rows"),
    ("/rest_framework/", "serializers"),
    ("/portal/api/serializers/", "serializers"),
    ("/matplotlib/", "drawing of charts"),
    ("/numpy/", "drawing of charts"),
    ("/portal/charts/", "drawing of charts"),
    ("/benchruns/", "rules of comparing and counting"),
    ("/portal/", "rows and cells of the page"),
)
OTHERS = "requests and the language's own library"
LEAST_SHARE = 0.03
CACHE = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}  # as in production


def figures() -> Iterator[Figure]:
    with scale.scratch_folder() as folder:
        database = folder / "bare.sqlite3"
        scale.start_django(database)
        scale.build(database, results=RESULTS, classes=CLASSES)
        from django.test.utils import override_settings

        with override_settings(ROOT_URLCONF="tests.bench.bare_urls"):
            for page in PAGES:
                yield _of_page(page)
            for page in PAGES:
                if page.name in PUT_BY:
                    yield _read_again(page)


def _read_again(page: scale_pages.Page) -> Figure:
    """By another who is not logged in, with no row changed since."""
    from django.conf import settings
    from django.test.utils import override_settings

    from tests.bench import bare_urls

    with override_settings(CACHES=settings.CACHES | {"pages": CACHE}):
        client = scale.client_of(page)
        client.defaults["HTTP_ACCEPT_ENCODING"] = "gzip"
        plain = scale.client_of(page).get(page.url)
        bare_urls.sent.update(content=plain.content, type=plain["Content-Type"])
        ours, bare = [], []
        for _ in range(ROUNDS_AGAIN):
            scale.forget_drawings()
            ours.append(_seconds(client, page.url))
            bare.append(_seconds(client, bare_urls.ADDRESS))
    return of_pairs(
        f"{page.name}, read again",
        ours,
        bare,
        most=MOST_AGAIN,
        why=WHY_AGAIN,
        detail=f"{statistics.median(ours) * 1000:.1f} ms beside {statistics.median(bare) * 1000:.1f}",
    )


def _of_page(page: scale_pages.Page) -> Figure:
    from tests.bench import bare_urls

    client = scale.client_of(page)
    client.defaults["HTTP_ACCEPT_ENCODING"] = "gzip"
    answer = client.get(page.url.format_map(_known()))
    plain = scale.client_of(page).get(page.url.format_map(_known()))
    bare_urls.sent.update(content=plain.content, type=plain["Content-Type"])
    ours, bare = [], []
    for _ in range(ROUNDS):
        scale.forget_drawings()
        ours.append(_seconds(client, page.url))
        bare.append(_seconds(client, bare_urls.ADDRESS))
    middle = sorted(ours)[len(ours) // 2]
    limit = _limit(client, page.url, ours=middle, bare=statistics.median(bare))
    return of_pairs(
        page.name,
        ours,
        bare,
        most=MOST,
        detail=f"{middle * 1000:.0f} ms, {len(plain.content) / 1000:.0f} kB, "
        f"{len(answer.content) / 1000:.0f} kB compressed",
        why=limit,
    )


def _limit(client: Any, url: str, *, ours: float, bare: float) -> str:
    """The parts of a page in milliseconds, the longest first, beside what it may take."""
    from django.template.base import Node

    shares, asked = profiled_parts(lambda: _seconds(client, url))
    nodes = _calls(client, url, Node, "render_annotated")
    numbers = {"queries and their rows": asked, "nodes of templates": nodes}
    parts = [
        f"{numbers[name]:,} {name} {share * ours * 1000:.1f} ms"
        if numbers.get(name)
        else f"{name} {share * ours * 1000:.1f} ms"
        for name, share in sorted(shares.items(), key=lambda each: -each[1])
        if share >= LEAST_SHARE
    ]
    return f"{', '.join(parts)}; it may take {MOST * bare * 1000:.1f}"


def profiled_parts(ask: Callable[[], object]) -> tuple[dict[str, float], int]:
    """Shares of the time of ``ask`` by whose code it is, and how many queries it makes.

    A function written in C counts as its caller's. What the profiler itself takes falls on
    all of them.
    """
    scale.forget_drawings()
    profile = cProfile.Profile(scale.spent)
    profile.runcall(ask)
    of: Counter[str] = Counter()
    asked = 0
    # pstats describes no type of what it holds: calls, own seconds and callers by function.
    for (file, _line, name), row in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        _primitive, calls, own, _all, callers = row
        if name == "execute_sql" and file.endswith("django/db/models/sql/compiler.py"):
            asked += calls
        if file != "~":
            of[_part_of(file)] += own
            continue
        for (caller, _line, _name), (
            _calls,
            _primitives,
            theirs,
            _total,
        ) in callers.items():
            of[_part_of(caller)] += theirs
    whole = sum(of.values())
    return {name: seconds / whole for name, seconds in of.items()}, asked


def _part_of(file: str) -> str:
    return next((part for place, part in PARTS if place in file), OTHERS)


def _calls(client: Any, url: str, kind: type, name: str) -> int:
    """All of them, one within another too."""
    plain, found = getattr(kind, name), Counter[str]()

    def counted(*given: Any, **named: Any) -> Any:
        found[name] += 1
        return plain(*given, **named)

    setattr(kind, name, counted)
    try:
        _seconds(client, url)
    finally:
        setattr(kind, name, plain)
    return found[name]


def _seconds(client, url: str) -> float:
    gc.collect()  # what others left is not this request's
    began = scale.spent()
    scale.ask(client, url)
    return scale.spent() - began


def _known():
    from tests.bench import scale_data

    return scale_data.KNOWN


if __name__ == "__main__":
    tell(figures())
