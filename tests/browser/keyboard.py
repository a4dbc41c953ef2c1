"""A reader without a pointer: Tab until it is there, and the focus is seen all the way."""

from pathlib import Path
from typing import Any

from playwright.sync_api import ElementHandle, Error, FileChooser, Locator, Page

from tests import waiting
from tests.factories import PASSWORD

MOST_STEPS = 300
# After a step: where the focus is, and whether that is seen, by a ring or a shadow around a
# field. One look, since a page of many rows is long to walk.
LOOK = """(target) => {
  const each = document.activeElement ?? document.body;
  const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(each);
  const isClear = /, 0\\)$|transparent/.test(outlineColor);
  const ring = outlineStyle !== "none" && parseFloat(outlineWidth) > 0 && !isClear;
  return {
    isThere: each === target,
    isGone: !target.isConnected,
    // a part of a date has the focus where its field has none
    isSeen: ring || boxShadow !== "none" || !each.matches(":focus") || each.matches("main, iframe"),
    words: each.outerHTML.slice(0, 200),
  };
}"""

CHOSEN = "each => each.selectedOptions[0]?.text.trim() ?? ''"


def tab_to(page: Page, target: Locator) -> Locator:
    """Open on the way what is folded around it."""
    fold = target.locator("xpath=ancestor::details[not(@open)]").first
    while fold.count():
        reach(page, fold.locator("> summary"))
        page.keyboard.press("Enter")
    reach(page, target)
    return target


def reach(page: Page, target: Locator) -> None:
    goal = target.element_handle()
    for step in range(MOST_STEPS):
        look = _look(page, goal)
        if look is None or look["isGone"]:  # another has come in its place
            goal = target.element_handle()
            continue
        assert step == 0 or look["isSeen"], f"the focus is not seen on {look['words']}"
        if look["isThere"]:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {target}")


def _look(page: Page, goal: ElementHandle) -> dict[str, Any] | None:
    """Nothing where its page was left."""
    try:
        found: dict[str, Any] = page.evaluate(LOOK, goal)
    except Error as error:
        if "context" not in error.message:
            raise
        return None
    return found


def press(page: Page, target: Locator, key: str = "Enter") -> None:
    tab_to(page, target)
    page.keyboard.press(key)


def write(page: Page, target: Locator, text: str) -> None:
    """Over what stands there; the option of that label in a list."""
    tab_to(page, target)
    if target.evaluate("each => each.tagName") == "SELECT":
        _choose(page, target, text)
    else:
        page.keyboard.press("Control+A")
        page.keyboard.type(_as_typed(target, text))


def _as_typed(target: Locator, text: str) -> str:
    """A day goes into its parts in the order of the browser's language: en-US."""
    if target.get_attribute("type") != "date":
        return text
    year, month, day = text.split("-")
    return month + day + year


def _choose(page: Page, target: Locator, text: str) -> None:
    """By its letters; by arrows where they join those of a moment ago."""
    page.keyboard.type(text)
    for key in ("Home", *["ArrowDown"] * target.locator("option").count()):
        if target.evaluate(CHOSEN).startswith(text):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{target} has no option {text} to choose")


def choose_file(page: Page, field: Locator, path: Path) -> None:
    """A browser opens no chooser for a key that a busy machine gave it too late: the
    key is pressed until one is open. It listens from before the first, so that none
    is missed."""
    choosers: list[FileChooser] = []
    page.on("filechooser", lambda chooser: choosers.append(chooser))
    tab_to(page, field)

    def opened() -> list[FileChooser]:
        page.keyboard.press("Enter")
        page.wait_for_timeout(500)
        return choosers

    waiting.until(opened, what="the chooser of files")[0].set_files(path)


def pick(page: Page, radio: Locator) -> None:
    """Tab leads to the one that is chosen, arrows to the others, the last first."""
    group = page.locator(f"input[type=radio][name='{radio.get_attribute('name')}']")
    tab_to(page, group.and_(page.locator(":checked")))
    for _ in range(group.count()):
        if radio.is_checked():
            return
        page.keyboard.press("ArrowUp")
    assert radio.is_checked()


def sign_in(page: Page, user) -> None:
    page.context.clear_cookies()
    page.goto("/login/")
    log_in(page, user)


def log_in(page: Page, user) -> None:
    """On the page that asks for it."""
    write(page, page.get_by_label("User name"), user.username)
    write(page, page.get_by_label("Password"), PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/login/" not in url)
