"""What Chromium transfers and asks for at a first and a second visit of a page.

Each is a share of what a page may have (``tests/transfer.py``). Moves of what is shown are the sum of Chromium's layout shifts on a phone; a click is
its own event timing with the processor slowed down to a quarter.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from uuid import UUID

from playwright.sync_api import Browser, Page, sync_playwright

from tests.bench import scale, site
from tests.bench.figure import Figure
from tests.bench.parts import tell
from tests.chromium import OPTIONS, PROGRAM
from tests.transfer import AGAIN_KB, FIRST_KB, REQUESTS, Visit, counted, visit

CLICK_MS, SLOWER = 1000, 4
CHARTS = "45 kB are Chart.js, which is loaded when a chart comes into view"
SHIFT = 0.02  # what axe's neighbours call none
RUN = UUID(int=0x5000_0000)
CANVAS = "canvas:is([data-chart], [data-run-chart])"
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
    "run": f"/runs/{RUN}/",
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


def figures() -> Iterator[Figure]:
    with (
        scale.scratch_folder() as folder,
        site.served(folder) as url,
        _planted(),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=OPTIONS)
        for name, path in PAGES.items():
            yield from _of_page(browser, name, url + path)
        browser.close()


@contextmanager
def _planted() -> Iterator[None]:
    """With a run of ten minutes; within Playwright no query may be asked."""
    from benchruns.models import Counter, Sample
    from tests.factories import EventFactory, RunFactory

    run = RunFactory(id=RUN, succeeded=True, public=True)
    EventFactory(run=run)
    Sample.objects.bulk_create(
        Sample(
            run=run,
            attempt=1,
            second=second,
            threads=8,
            tps=800.13 + second * 37 % 101,
            qps=16_000.5 + second * 37 % 1010,
            latency_ms=14.25 + second % 7,
        )
        for second in range(1, 601)
    )
    Counter.objects.bulk_create(
        Counter(
            run=run,
            attempt=1,
            second=second,
            values={
                "buffer_hit_percent": 99.5,
                "client_cpu_percent": 41.0 + second % 9,
            },
        )
        for second in range(1, 601)
    )
    yield


def _of_page(browser: Browser, name: str, url: str) -> Iterator[Figure]:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.add_init_script(WATCH)
    tab = context.new_page()
    with counted(tab, Visit()) as seen:
        tab.goto(url, wait_until="networkidle")
        first = deepcopy(seen)
        has_charts = _draw_charts(tab)
    shift = tab.evaluate("shifted")
    again = visit(tab, url)
    context.close()
    shares = ", ".join(
        f"{kind.lower()} {size / 1000:.0f}"
        for kind, size in sorted(first.by_type.items(), key=lambda each: -each[1])
    )
    yield _share(f"{name}: first visit, kB", first.kb, FIRST_KB, shares)
    yield _share(f"{name}: first visit, requests", first.requests, REQUESTS)
    if has_charts:
        yield _share(f"{name}: with all its charts, kB", seen.kb, FIRST_KB, why=CHARTS)
        yield _share(f"{name}: with all its charts, requests", seen.requests, REQUESTS)
    yield _share(f"{name}: second visit, kB", again.kb, AGAIN_KB)
    yield _share(f"{name}: layout shift", shift, SHIFT)
    yield _share(f"{name}: first click, ms", _click(browser, url), CLICK_MS)


def _click(browser: Browser, url: str) -> float:
    """Milliseconds until what a click on the menu changed is shown, from the first paint."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.add_init_script(WATCH)
    tab = context.new_page()
    session = context.new_cdp_session(tab)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    tab.goto(url, wait_until="commit")
    tab.locator("summary:visible").first.click()
    tab.wait_for_function("clicked !== null")
    found = float(tab.evaluate("clicked"))
    context.close()
    return found


def _draw_charts(tab: Page) -> bool:
    """Looks at each chart, until it is drawn; whether there is one."""
    charts = tab.locator(CANVAS)
    if not charts.count():
        return False
    tab.mouse.move(10, 10)
    for chart in charts.all():
        chart.scroll_into_view_if_needed()
    tab.locator(f"{CANVAS}:not([data-is-drawn])").first.wait_for(state="detached")
    tab.wait_for_load_state("networkidle")
    return True


def _share(
    name: str, figure: float, most: float, detail: str = "", why: str = ""
) -> Figure:
    share = figure / most
    told = f"{figure:.3g} of {most:g}" + (f": {detail}" if detail else "")
    return Figure(
        name=name, ratio=share, low=share, high=share, most=1, detail=told, why=why
    )


if __name__ == "__main__":
    tell(figures())
