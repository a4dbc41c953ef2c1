"""axe finds nothing on any page of the site map, in either theme."""

import pytest

from local.places import ROOT
from tests.browser import site_map

pytestmark = pytest.mark.browser

AXE = ROOT / "node_modules/axe-core/axe.min.js"
RULES = (
    "wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice",
)  # fmt: skip
# What a theme changes; all others are the same in both.
OF_COLOUR = ("color-contrast", "link-in-text-block")
LOOK = """([theme, tags, rules]) => {
  document.documentElement.dataset.theme = theme;
  const runOnly = rules
    ? { type: "rule", values: rules }
    : { type: "tag", values: tags };
  return axe.run({ runOnly, resultTypes: ["violations"] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html }) => `${id}: ${target.join(" ")} ${html.slice(0, 200)}`),
    ),
  );
}"""


def test_axe_finds_nothing_on_any_page(chromium, served, transactional_db, monkeypatch):
    site = site_map.fill(monkeypatch)
    axe = AXE.read_text()
    found, names = [], set()

    for visit in site_map.visits(chromium, served, site, width=1360):
        visit.tab.evaluate(axe)
        for theme, rules in (("light", None), ("dark", OF_COLOUR)):
            faults = visit.tab.evaluate(LOOK, [theme, RULES, rules])
            found += [f"{visit}, {theme}: {fault}" for fault in faults]
        names.add(visit.name)

    assert found == [], "\n".join(found)
    assert {"portal:home", "portal:run-detail", "portal:catalogue"} <= names
