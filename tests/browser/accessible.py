"""What axe finds on a page, with all that is folded there unfolded.

Pages take the themes in turn, since all but colours is the same in both; with pytest's
``--long`` each is looked at in both, and each menu, which lies over what follows it, is
opened and looked at by itself.
"""

from itertools import cycle

from playwright.sync_api import Page

from local.places import ROOT
from tests.examples import few_or

AXE = ROOT / "node_modules/axe-core/axe.min.js"
RULES = (
    "wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice",
)  # fmt: skip
# What a theme changes; all others are the same in both.
OF_COLOUR = ("color-contrast", "link-in-text-block")
BOTH = (("light", None), ("dark", OF_COLOUR))
IN_TURN = cycle(((("light", None),), (("dark", None),)))
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
    themes = few_or(BOTH, few=next(IN_TURN))
    found = _looked_at(tab, themes)
    menus = tab.locator(".bb-menu")
    for place in range(few_or(menus.count(), few=0)):
        menus.nth(place).evaluate(OPEN, True)
        found += _looked_at(tab, themes, place)
        menus.nth(place).evaluate(OPEN, False)
    return found


def _looked_at(
    tab: Page,
    themes: tuple[tuple[str, tuple[str, ...] | None], ...],
    menu: int | None = None,
) -> list[str]:
    return [
        f"{theme}: {fault}"
        for theme, rules in themes
        for fault in tab.evaluate(LOOK, [theme, RULES, rules, menu])
    ]
