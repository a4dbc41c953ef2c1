"""What axe finds on a page, in both themes."""

from playwright.sync_api import Page

from local.places import ROOT

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


def faults(tab: Page) -> list[str]:
    tab.evaluate(AXE.read_text())
    return [
        f"{theme}: {fault}"
        for theme, rules in (("light", None), ("dark", OF_COLOUR))
        for fault in tab.evaluate(LOOK, [theme, RULES, rules])
    ]
