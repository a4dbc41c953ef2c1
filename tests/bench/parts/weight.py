"""What Chromium transfers and asks for at a first and a second visit of a page.

Each is a share of what a page may have (``tests/transfer.py``). Moves of what is shown are the sum of Chromium's layout shifts on a phone; a click is
its own event timing with the processor slowed down to a quarter.

A few pages have all their figures; of all kinds of page (``tests/page_kinds.py``), as each of
three readers gets them, the largest of each figure is told, and every one beyond its limit.
"""

import statistics
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass

from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    TimeoutError,
    sync_playwright,
)

from tests.bench import scale, site
from tests.bench.figure import Figure
from tests.bench.parts import tell
from tests.chromium import OPTIONS, PROGRAM
from tests.transfer import AGAIN_KB, FIRST_KB, REQUESTS, Visit, counted, visit

CLICK_MS, SLOWER = 1000, 4
CLICKS, CLICK_WAIT_MS = 10, 3000
LAID_OUT = (
    "a click waits until Chromium has styled and laid out all of the page, in one task"
)
CHARTS = "45 kB are Chart.js, which is loaded when a chart comes into view"
SHIFT = 0.02  # what axe's neighbours call none
CANVAS = "canvas[data-chart]"  # of the others not all are drawn that are there
PHONE = {"width": 390, "height": 844}
PAGES = {
    "home": "/",
    "classes": "/classes/",
    "class": "/classes/alibaba-cloud/mysql/rds.mysql.c2.xlarge/",
    "need": "/classes/need/?tps=2000&regime=cached&engine=mysql",
    "engine version": "/engines/mysql/8.0/",
    "ranking": "/classes/ranking/?engine=mysql&version=8.0",
    "results": "/results/",
    "comparison": "/compare/?class=alibaba-cloud/mysql/rds.mysql.c2.xlarge"
    "&class=alibaba-cloud/mysql/rds.mysql.c1.xlarge",
    "run": "/runs/00000000-0000-0000-0000-000050000000/",
    "source": "/sources/alibaba-whitepaper-20220530/",
    "guide": "/guide/",
    "API, operations": "/api/docs/",
}
WATCH = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const { hadRecentInput, value } of list.getEntries())
    if (!hadRecentInput) shifted += value;
}).observe({ type: "layout-shift", buffered: true });
window.clicked = null;
new PerformanceObserver((list) => {
  for (const { name, duration } of list.getEntries())
    if (name === "click" || name === "pointerdown") clicked = Math.max(clicked ?? 0, duration);
}).observe({ type: "event", durationThreshold: 16, buffered: true });
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One page as one reader visited it twice; ``whole`` is the first visit with all its charts."""

    name: str
    first: Visit
    whole: Visit
    again: Visit
    shift: float
    has_charts: bool


@dataclass(frozen=True, slots=True)
class Reader:
    """``session`` is empty of a visitor; ``pages`` are addresses by the kind of page."""

    name: str
    session: str
    pages: dict[str, str]


def figures() -> Iterator[Figure]:
    with scale.scratch_folder() as folder, site.served(folder) as url:
        readers = _readers()  # within Playwright no query may be asked
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=PROGRAM, args=OPTIONS)
            for name, path in PAGES.items():
                yield from _of_page(browser, name, url + path)
            for reader in readers:
                yield from _of_reader(browser, reader, url)
            browser.close()


def _readers() -> Sequence[Reader]:
    from django.conf import settings
    from django.test import Client

    from tests.page_kinds import Site

    kinds, found = Site(), []
    for name, user in kinds.readers.items():
        session = ""
        if user is not None:
            client = Client()
            client.force_login(user)
            session = client.cookies[settings.SESSION_COOKIE_NAME].value
        pages = {kind: kinds.addresses[kind] for kind, _answer in kinds.pages(name)}
        found.append(Reader(name, session, pages))
    return found


def _of_page(browser: Browser, name: str, url: str) -> Iterator[Figure]:
    context = browser.new_context(viewport=PHONE)
    context.add_init_script(WATCH)
    seen = _visited(context, name, url)
    context.close()
    shares = ", ".join(
        f"{kind.lower()} {size / 1000:.0f}"
        for kind, size in sorted(seen.first.by_type.items(), key=lambda each: -each[1])
    )
    yield _share(f"{name}: first visit, kB", seen.first.kb, FIRST_KB, shares)
    yield _share(f"{name}: first visit, requests", seen.first.requests, REQUESTS)
    if seen.has_charts:
        whole = seen.whole
        yield _share(f"{name}: with all its charts, kB", whole.kb, FIRST_KB, why=CHARTS)
        yield _share(f"{name}: with all its charts, requests", whole.requests, REQUESTS)
    yield _share(f"{name}: second visit, kB", seen.again.kb, AGAIN_KB)
    yield _share(f"{name}: layout shift", seen.shift, SHIFT)
    click = _click(browser, url)
    yield _share(f"{name}: first click, ms", click, CLICK_MS, why=LAID_OUT)


def _of_reader(browser: Browser, reader: Reader, url: str) -> Iterator[Figure]:
    """Of each kind of page that there is for this reader, each in a browser that knows none."""
    found, clicks = [], {}
    for name, path in reader.pages.items():
        context = browser.new_context(viewport=PHONE)
        context.add_init_script(WATCH)
        _log_in(context, reader, url)
        found.append(_visited(context, name, url + path))
        context.close()
        clicks[name] = _click(browser, url + path, reader=reader)
    for told, figure, most, why in (
        (
            "first visit with all its charts, kB",
            lambda each: each.whole.kb,
            FIRST_KB,
            "",
        ),
        (
            "first visit with all its charts, requests",
            lambda each: each.whole.requests,
            REQUESTS,
            "",
        ),
        ("second visit, kB", lambda each: each.again.kb, AGAIN_KB, ""),
        ("layout shift", lambda each: each.shift, SHIFT, ""),
        ("first click, ms", lambda each: clicks[each.name], CLICK_MS, LAID_OUT),
    ):
        first, *others = sorted(found, key=figure, reverse=True)
        yield _share(
            f"the most of {len(found)} pages as {reader.name}: {told}",
            figure(first),
            most,
            first.name,
            why,
        )
        for each in others:
            if figure(each) > most:
                yield _share(
                    f"{each.name} as {reader.name}: {told}",
                    figure(each),
                    most,
                    why=why,
                )


def _log_in(context: BrowserContext, reader: Reader, url: str) -> None:
    if reader.session:
        context.add_cookies(
            [{"name": "sessionid", "value": reader.session, "url": url}]
        )


def _visited(context: BrowserContext, name: str, url: str) -> Seen:
    tab = context.new_page()
    with counted(tab, Visit()) as seen:
        tab.goto(url, wait_until="networkidle")
        first = deepcopy(seen)
        has_charts = _draw_charts(tab)
    shift = tab.evaluate("shifted")
    again = visit(tab, url)
    return Seen(
        name=name, first=first, whole=seen, again=again, shift=shift,
        has_charts=has_charts,
    )  # fmt: skip


def _click(browser: Browser, url: str, *, reader: Reader | None = None) -> float:
    """Milliseconds until what a click on the menu changed is shown, from the first paint.

    In a frame, which has none, on the fold of its figures; 0 where a page has neither. Where
    it is not far from the limit, the median of three.
    """
    first = _one_click(browser, url, reader)
    if first <= CLICK_MS / 2:
        return first
    return statistics.median(
        (first, *(_one_click(browser, url, reader) for _ in range(2)))
    )


def _one_click(browser: Browser, url: str, reader: Reader | None) -> float:
    context = browser.new_context(viewport=PHONE)
    context.add_init_script(WATCH)
    if reader is not None:
        _log_in(context, reader, url)
    tab = context.new_page()
    session = context.new_cdp_session(tab)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    tab.goto(url, wait_until="commit")
    found = 0.0
    if _first_is_clicked(tab):
        tab.wait_for_function("() => clicked !== null")
        found = float(tab.evaluate("clicked"))
    context.close()
    return found


def _first_is_clicked(tab: Page) -> bool:
    """As soon as one is there; what a style hides while the page comes is no longer the first."""
    fold = tab.locator("summary:visible").first
    for _ in range(CLICKS):
        try:
            fold.click(timeout=CLICK_WAIT_MS)
        except TimeoutError:
            if not fold.count():
                return False
        else:
            return True
    raise SystemExit(f"no summary can be clicked on {tab.url}")


def _draw_charts(tab: Page) -> bool:
    """Looks at each chart that is not folded, until they are drawn; whether there is one."""
    charts = tab.locator("canvas:visible")
    if not charts.count():
        return False
    tab.mouse.move(10, 10)
    for chart in charts.all():
        chart.scroll_into_view_if_needed()
    tab.wait_for_function("() => window.Chart !== undefined")
    undrawn = tab.locator(f"{CANVAS}:visible:not([data-is-drawn])")
    undrawn.first.wait_for(state="detached")
    tab.wait_for_load_state("networkidle")
    return True


def _share(
    name: str, figure: float, most: float, detail: str = "", why: str = ""
) -> Figure:
    share = figure / most
    told = f"{figure:.4g} of {most:g}" + (f": {detail}" if detail else "")
    return Figure(
        name=name, ratio=share, low=share, high=share, most=1, detail=told, why=why
    )


if __name__ == "__main__":
    tell(figures())
