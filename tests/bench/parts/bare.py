"""Server time of a page over that of a bare view that sends the same bytes.

Both go through the same middleware, which compresses both; the bare view only has the
bytes. First readings: nothing that was drawn or answered before is remembered. What
Django's templates and its queries take of a page is measured apart, after that.
"""

import statistics
from collections.abc import Callable, Iterator
from typing import Any

from tests.bench import scale
from tests.bench.figure import Figure, of_pairs
from tests.bench.parts import tell

RESULTS, CLASSES = 100, 100
ROUNDS = 15
MOST = 5
PAGES = (
    scale.Page("home", "/"),
    scale.Page("classes", "/classes/"),
    scale.Page("class", "/classes/provider-0/mysql/class-0.large/"),
    scale.Page("need", "/classes/need/?tps=2000&regime=cached"),
    scale.Page("engine version", "/engines/mysql/5.7/"),
    scale.Page("results", "/results/"),
    scale.Page("result", "/results/{result1}/"),
    scale.Page("compare results", f"/compare/?{scale.RESULTS}"),
    scale.Page("guide", "/guide/"),
    scale.Page("search", "/search/?q=class"),
    scale.Page("API, classes", "/api/v1/instance-classes/"),
    scale.Page("API, results", "/api/v1/results/"),
)


def figures() -> Iterator[Figure]:
    with scale.scratch_folder() as folder:
        database = folder / "bare.sqlite3"
        scale.start_django(database)
        scale.build(database, results=RESULTS, classes=CLASSES)
        from django.test.utils import override_settings

        with override_settings(ROOT_URLCONF="tests.bench.bare_urls"):
            for page in PAGES:
                yield _of_page(page)


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
    templates, queries = _shares(client, page.url)
    return of_pairs(
        page.name,
        ours,
        bare,
        most=MOST,
        detail=f"{middle * 1000:.0f} ms, {len(plain.content) / 1000:.0f} kB, "
        f"{len(answer.content) / 1000:.0f} kB compressed",
        why=f"Django's templates take {templates:.0%} of it, its queries {queries:.0%}",
    )


def _shares(client: Any, url: str) -> tuple[float, float]:
    """Of the page's time that of its templates, and that of making and asking queries."""
    from django.db.models.sql.compiler import SQLCompiler
    from django.template import Template

    found = []
    for kind, name in ((Template, "render"), (SQLCompiler, "execute_sql")):
        whole, part = [], []
        plain = getattr(kind, name)
        for _ in range(ROUNDS):
            spent = Outermost(plain)
            setattr(
                kind, name, lambda *given, spent=spent, **named: spent(*given, **named)
            )
            scale.forget_drawings()
            try:
                whole.append(_seconds(client, url))
            finally:
                setattr(kind, name, plain)
            part.append(spent.seconds)
        found.append(statistics.median(part) / statistics.median(whole))
    return found[0], found[1]


class Outermost:
    """Calls a function, and sums up what calls took that are not within another."""

    def __init__(self, called: Callable[..., Any]) -> None:
        self.called = called
        self.seconds = 0.0
        self.depth = 0

    def __call__(self, *given: Any, **named: Any) -> Any:
        self.depth += 1
        began = scale.spent()
        try:
            return self.called(*given, **named)
        finally:
            self.depth -= 1
            if not self.depth:
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
