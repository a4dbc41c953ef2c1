"""Server time of each page over that of a bare view that sends the same bytes.

Both go through the same middleware, which compresses both; the bare view only has the
bytes. First readings: nothing that was drawn or answered before is remembered. What
Django's templates and its queries take of a page is measured apart, after that. Pages that
are put by for readers who are not logged in are read again as well, with that cache.
"""

import json
import statistics
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.bench import scale
from tests.bench.figure import Figure, of_pairs
from tests.bench.parts import tell

RESULTS, CLASSES = 100, 100
ROUNDS = 9
ROUNDS_OF_PARTS = 5
ROUNDS_AGAIN = 60  # of milliseconds
MOST = 5
MOST_AGAIN = 1.5
WHY_AGAIN = (
    "what is asked before a page that was put by is sent: which view has its address, whether "
    "a row changed, and a CSRF token of this reader's own"
)
# All that is measured with more results, but what a process of its own draws.
PAGES = (
    *(page for page in scale.PAGES if not page.rows_of),
    scale.Page("guide", "/guide/"),
)
PUT_BY = (
    "home",
    "classes",
    "class",
    "need",
    "engine version",
    "results",
)  # kept_for_anonymous
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


def _read_again(page: scale.Page) -> Figure:
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


def _of_page(page: scale.Page) -> Figure:
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
    limit = _limit(
        client, page.url, plain.content, ours=middle, bare=statistics.median(bare)
    )
    return of_pairs(
        page.name,
        ours,
        bare,
        most=MOST,
        detail=f"{middle * 1000:.0f} ms, {len(plain.content) / 1000:.0f} kB, "
        f"{len(answer.content) / 1000:.0f} kB compressed",
        why=limit,
    )


def _limit(client: Any, url: str, content: bytes, *, ours: float, bare: float) -> str:
    """What each part of a page takes, and what of it there would be room for."""
    from django.db.models.sql.compiler import SQLCompiler
    from django.template import Template
    from django.template.base import Node
    from rest_framework.serializers import ListSerializer

    queries, asked = _part(client, url, SQLCompiler, "execute_sql")
    templates, _times = _part(client, url, Template, "render")
    if templates:
        nodes = _calls(client, url, Node, "render_annotated")
        what = "nodes of templates"
    else:
        templates, _times = _part(client, url, ListSerializer, "to_representation")
        nodes = len(json.loads(content).get("results", ())) if templates else 0
        what = "rows of serializers"
    if not nodes:
        return f"queries ({asked}) take {queries:.0%}"
    each = templates / nodes
    rest = max(1 - templates - queries, 0) * ours
    room = int((MOST * bare - rest) / (each * ours))
    leaves = f", which leaves room for {room:,} of the {what}" if room > 0 else ""
    return (
        f"{nodes:,} {what} at {each * ours * 1e6:.0f} µs each take {templates:.0%}, queries "
        f"({asked}) {queries:.0%}; the rest alone is {rest / bare:.1f} times the bare view"
        f"{leaves}"
    )


def _part(client: Any, url: str, kind: type, name: str) -> tuple[float, int]:
    """Of the page's time that of a method, and how often it is called from outside of itself."""
    whole, part = [], []
    spent = Outermost(getattr(kind, name))
    for _ in range(ROUNDS_OF_PARTS):
        spent = Outermost(spent.called)
        with _replaced(kind, name, spent):
            whole.append(_seconds(client, url))
        part.append(spent.seconds)
    return statistics.median(part) / statistics.median(whole), spent.calls


def _calls(client: Any, url: str, kind: type, name: str) -> int:
    """All of them, one within another too."""
    plain, found = getattr(kind, name), Counter[str]()

    def counted(*given: Any, **named: Any) -> Any:
        found[name] += 1
        return plain(*given, **named)

    with _replaced(kind, name, counted):
        _seconds(client, url)
    return found[name]


@contextmanager
def _replaced(kind: type, name: str, by: Callable[..., Any]) -> Iterator[None]:
    plain = getattr(kind, name)
    setattr(kind, name, lambda *given, **named: by(*given, **named))
    scale.forget_drawings()
    try:
        yield
    finally:
        setattr(kind, name, plain)


class Outermost:
    """Calls a function, and sums up what calls took that are not within another."""

    def __init__(self, called: Callable[..., Any]) -> None:
        self.called = called
        self.seconds = 0.0
        self.calls = 0
        self.depth = 0

    def __call__(self, *given: Any, **named: Any) -> Any:
        self.depth += 1
        began = scale.spent()
        try:
            return self.called(*given, **named)
        finally:
            self.depth -= 1
            if not self.depth:
                self.calls += 1
                self.seconds += scale.spent() - began


def _seconds(client, url: str) -> float:
    began = scale.spent()
    scale.ask(client, url)
    return scale.spent() - began


def _known():
    from tests.bench import scale_data

    return scale_data.KNOWN


if __name__ == "__main__":
    tell(figures())
