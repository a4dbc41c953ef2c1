"""What axe finds on a page, with all that is folded there unfolded.

In both themes; in the second by the rules of colour alone, since all else is the same
there. With pytest's ``--long`` each menu, which lies over what follows it, is opened and
looked at by itself.
"""

from playwright.sync_api import Page

from local.places import ROOT
from tests.examples import few_or

AXE = ROOT / "node_modules/axe-core/axe.min.js"
RULES = (
    "wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice",
)  # fmt: skip
# What a theme changes; all others are the same in both.
OF_COLOUR = ("color-contrast", "link-in-text-block")
THEMES = (("light", None), ("dark", OF_COLOUR))
UNFOLD = """() => {
  for (const fold of document.querySelectorAll("details:not(.bb-menu)")) fold.open = true;
}"""
OPEN = """(menu, isOpen) => {
  menu.open = isOpen;
}"""
LOOK = """([theme, tags, rules, place]) => {
  document.documentElement.dataset.theme = theme;
  const runOnly = rules
    ? { type: "rule", values: rules }
    : { type: "tag", values: tags };
  const within = place === null ? document : document.querySelectorAll(".bb-menu")[place];
  return axe.run(within, { runOnly, resultTypes: ["violations"] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html }) => `${id}: ${target.join(" ")} ${html.slice(0, 200)}`),
    ),
  );
}"""


def faults(tab: Page) -> list[str]:
    tab.evaluate(AXE.read_text())
    tab.evaluate(UNFOLD)
    found = _looked_at(tab)
    menus = tab.locator(".bb-menu")
    for place in range(few_or(menus.count(), few=0)):
        menus.nth(place).evaluate(OPEN, True)
        found += _looked_at(tab, place)
        menus.nth(place).evaluate(OPEN, False)
    return found


def _looked_at(tab: Page, menu: int | None = None) -> list[str]:
    return [
        f"{theme}: {fault}"
        for theme, rules in THEMES
        for fault in tab.evaluate(LOOK, [theme, RULES, rules, menu])
    ]
