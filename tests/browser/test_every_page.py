"""Every page of the site map fits a phone, stands still, and is accessible.

Each is opened once, on a phone, and then held against axe as wide as a desk's.
"""

import pytest

from tests.browser import accessible, site_map
from tests.examples import few_or

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
PUBLISHED = (
    "/", "/classes/", "/engines/mysql/8.0/", "/sources/alibaba-whitepaper-20220530/",
    "/compare/?class=alibaba-cloud/mysql/rds.mysql.c2.xlarge"
    "&class=alibaba-cloud/mysql/rds.mysql.c1.xlarge",
)  # fmt: skip


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
    found = []

    for width in (390, 320):
        context = site_map.context_of(chromium, site, None, width=width)
        context.add_init_script(WATCH)
        tab = context.new_page()
        for address in PUBLISHED:
            tab.goto(address)
            found += [f"{address}, {width}: {fault}" for fault in faults(tab)]
        context.close()
    context = site_map.context_of(chromium, site, None, width=DESK["width"])
    tab = context.new_page()
    for address in PUBLISHED:
        tab.goto(address)
        found += [f"{address}: {fault}" for fault in accessible.faults(tab)]
    context.close()

    assert found == [], "\n".join(found)
