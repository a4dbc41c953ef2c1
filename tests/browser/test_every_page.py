"""Every page of the site map fits a phone, stands still, and is accessible.

Each is opened once, on a phone, and then held against axe as wide as a desk's.
"""

import pytest

from benchruns.models import Result
from tests.benchruns.runs.watched import series_with
from tests.browser import accessible, site_map
from tests.examples import few_or
from tests.factories import SHORT, UserFactory
from tests.portal.runs.run_pages.measured import measured_run

pytestmark = pytest.mark.browser

WATCH = """
window.shifted = 0;
window.moved = [];
new PerformanceObserver((list) => {
  for (const { hadRecentInput, value, sources } of list.getEntries()) {
    if (hadRecentInput) continue;
    shifted += value;
    moved.push(...sources.map(({ node }) => node?.parentElement?.innerHTML.slice(0, 80)));
  }
}).observe({ type: "layout-shift", buffered: true });
"""
MOST_SHIFT = 0.02
WIDTHS = few_or((390, 320), few=(320,))
DESK = {"width": 1360, "height": 844}
# Figures and marks stand in sight, or in what scrolls and fades where there is more.
LOOK = """async (most) => {
  const faults = [], root = document.documentElement;
  const frame = () => new Promise(requestAnimationFrame);
  await frame(), await frame();
  const scroller = (each) => {
    for (let at = each.parentElement; at && at !== document.body; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== "visible") return at;
  };
  const shows = (each) => {
    const style = getComputedStyle(each);
    return style.maskImage !== "none" && style.getPropertyValue("--bb-fade") !== "0px";
  };
  const isCut = (each) => {
    const { left, right, width } = each.getBoundingClientRect();
    return width && each.checkVisibility() && (left < 0 || right > innerWidth + 0.5);
  };
  if (root.scrollWidth > innerWidth) {
    const beyond = [...document.querySelectorAll("main *, footer *, header *")];
    const found = beyond.filter((each) => isCut(each) && !scroller(each)).at(-1);
    faults.push(`${root.scrollWidth} pixels wide: ${found?.outerHTML.slice(0, 200)}`);
  }
  const cut = new Set();
  for (const each of document.querySelectorAll("td.n, td.f, .bb-figure, .bb-mark, .bb-dagger"))
    if (isCut(each) && !(scroller(each) && shows(scroller(each)))) cut.add(scroller(each) ?? each);
  const under = new Set(), words = document.createRange();
  for (const row of document.querySelectorAll("tr:has(td.n, td.f)")) {
    const stuck = [...row.cells].filter((each) => getComputedStyle(each).position === "sticky");
    for (const each of stuck.length ? row.querySelectorAll("td.n, td.f") : []) {
      words.selectNodeContents(each);
      const { left, right, width } = words.getBoundingClientRect();
      const above = stuck.find((one) => {
        const box = one.getBoundingClientRect();
        return one !== each && box.width && left < box.right - 1 && right > box.left + 1;
      });
      if (width && above && left < innerWidth) under.add(row.closest("table"));
    }
  }
  for (const each of under) faults.push(`figures lie under a cell: ${each.outerHTML.slice(0, 200)}`);
  for (const each of cut) faults.push(`cut without a sign: ${each.outerHTML.slice(0, 200)}`);
  if (shifted > most) faults.push(`moved by ${shifted.toFixed(3)} while it was loaded: ${moved}`);
  return faults;
}"""
# At once, before anything is scrolled: a "1,0" of 1,013 that is cut by the edge or its fade
# is worse than no figure.
CUT = """() => {
  const FADED = 16, found = [], words = document.createRange();
  const main = document.querySelector("main");
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, each = text.parentElement;
    const box = each.closest("td.n, td.f") && each.closest(".bb-scroll");
    if (!box || each.closest(".visually-hidden, .bb-btn") || !/\\d|†/.test(text.data)) continue;
    words.selectNodeContents(text);
    const { left, right, width } = words.getBoundingClientRect();
    const fade = box.scrollWidth > box.clientWidth ? FADED : 0;
    const edge = box.getBoundingClientRect().right - fade;
    if (width && left < edge - 1 && right > edge + 1) found.push(text.data.trim());
  }
  return found;
}"""
PUBLISHED = (
    "/", "/classes/", "/engines/mysql/8.0/", "/engines/postgresql/12/", "/sources/alibaba-whitepaper-20220530/",
    "/compare/?class=alibaba-cloud/mysql/rds.mysql.c2.xlarge"
    "&class=alibaba-cloud/mysql/rds.mysql.c1.xlarge",
)  # fmt: skip

RANKING = "/classes/ranking/"


def faults(tab):
    return tab.evaluate(LOOK, MOST_SHIFT)


@pytest.mark.parametrize("width", WIDTHS)
def test_every_page_fits_a_phone_and_axe_finds_nothing_on_it(
    width, chromium, served, transactional_db, monkeypatch
):
    site = site_map.fill(monkeypatch)
    found, names = [], set()

    for visit in site_map.visits(chromium, served, site, width=width, script=WATCH):
        found += [f"{visit}, {fault}" for fault in faults(visit.tab)]
        visit.tab.set_viewport_size(DESK)
        found += [f"{visit}, {fault}" for fault in accessible.faults(visit.tab)]
        visit.tab.set_viewport_size({**DESK, "width": width})
        names.add(visit.name)

    assert found == [], "\n".join(found)
    assert {"portal:home", "portal:run-detail", "portal:catalogue"} <= names


def test_the_published_tables_fit_a_phone_stand_still_and_are_accessible(
    chromium, site
):
    """No figure is cut by an edge, either; all of it at one visit of a page in a width."""
    found = []

    for width in (1280, 390, 320):
        context = site_map.context_of(chromium, site, None, width=width)
        context.add_init_script(WATCH)
        tab = context.new_page()
        for address in (*PUBLISHED, RANKING):
            tab.goto(address)
            found += [f"{address}, {width}: {cut} is cut" for cut in tab.evaluate(CUT)]
            if width < 1280:
                found += [f"{address}, {width}: {fault}" for fault in faults(tab)]
            else:
                found += [f"{address}: {fault}" for fault in accessible.faults(tab)]
        context.close()

    assert found == [], "\n".join(found)


def test_a_cut_figure_is_seen(page, site):
    """Else the test above would hold of whatever is there."""
    page.goto("/classes/")
    assert page.evaluate(CUT) == []

    page.locator("td.f").first.evaluate(
        """(cell) => {
          const box = cell.closest(".bb-scroll"), words = document.createRange();
          words.selectNodeContents(cell);
          const { left, right } = words.getBoundingClientRect();
          box.firstElementChild.style.minWidth = `${box.clientWidth}px`;
          box.style.width = `${(left + right) / 2 - box.getBoundingClientRect().left}px`;
        }"""
    )

    assert page.evaluate(CUT) != []


def test_results_of_a_class_stand_whole_on_a_desk(page):
    """Their last columns lay beyond the edge, beside the specification."""
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto("/classes/alibaba-cloud/mysql/rds.mysql.c2.xlarge/")

    beyond = page.locator(".bb-class-page .bb-scroll").evaluate_all(
        "boxes => boxes.filter((one) => one.scrollWidth > one.clientWidth).length"
    )
    assert beyond == 0
    assert page.get_by_role("link", name="Reproduce").first.is_visible()


# The main figure of a line, without what stands below it.
OUT_OF_SIGHT = """() => {
  const FADED = 16, words = document.createRange();
  return [...document.querySelectorAll("td.f")].filter((each) => {
    const box = each.closest(".bb-scroll");
    words.selectNodeContents(each.firstChild);
    const edge = box.getBoundingClientRect().right - (box.scrollWidth > box.clientWidth ? FADED : 0);
    return words.getBoundingClientRect().right > edge + 1;
  }).map((each) => each.innerText);
}"""


def test_figures_of_runs_and_trends_are_in_sight_on_the_smallest_phone(page):
    owner = UserFactory()
    findings = [{"severity": "caution", **SHORT}]
    for tps in (101.0, 1234.5):
        run = measured_run(owner=owner, visibility="public")
        Result.objects.filter(run=run).update(
            tps=tps, findings=findings, doubt="figure"
        )
    series_with(*(1000.0, 1010.0, 700.0), visibility="public")
    page.set_viewport_size({"width": 320, "height": 844})

    for address in ("/runs/", "/trends/"):
        page.goto(address)
        assert page.locator("td.f").count() > 0
        assert page.evaluate(OUT_OF_SIGHT) == []
