"""A reader without a pointer: Tab until it is there, and the focus is seen all the way."""

from playwright.sync_api import Locator, Page

MOST_STEPS = 200
# What shows the focus: a ring, or a shadow around a field.
SHOWS = """(each) => {
  const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(each);
  const isClear = /, 0\\)$|transparent/.test(outlineColor);
  const ring = outlineStyle !== "none" && parseFloat(outlineWidth) > 0 && !isClear;
  return ring || boxShadow !== "none" || each.matches("body, main, iframe");
}"""


def tab_to(page: Page, target: Locator) -> Locator:
    """Open on the way what is folded around it."""
    fold = target.locator("xpath=ancestor::details[not(@open)]").first
    while fold.count():
        reach(page, fold.locator("> summary"))
        page.keyboard.press("Enter")
    reach(page, target)
    return target


def reach(page: Page, target: Locator) -> None:
    for _ in range(MOST_STEPS):
        if target.evaluate("each => each === document.activeElement"):
            return
        page.keyboard.press("Tab")
        focused = page.locator(":focus")
        if focused.count():
            words = focused.evaluate("each => each.outerHTML.slice(0, 200)")
            assert focused.evaluate(SHOWS), f"the focus is not seen on {words}"
    raise AssertionError(f"Tab does not reach {target}")


def press(page: Page, target: Locator, key: str = "Enter") -> None:
    tab_to(page, target)
    page.keyboard.press(key)


def write(page: Page, target: Locator, text: str) -> None:
    """Over what stands there; the option of that label in a list."""
    tab_to(page, target)
    if target.evaluate("each => each.tagName") != "SELECT":
        page.keyboard.press("Control+A")
    page.keyboard.type(text)
