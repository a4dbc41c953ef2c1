"""Every kind of chart, wide and on a phone: nothing covers a label, every sign has its
word, the keyboard reads each value with its doubt, and nothing is left empty below."""

import pytest
from playwright.sync_api import expect

from tests import waiting
from tests.browser import charted, painted
from tests.examples import few_or

pytestmark = pytest.mark.browser

DOUBT = "regime or method in doubt"
# Those with a figure in doubt, of which the last is read by the key End.
IN_DOUBT = {
    "sweep", "repeats", "plane", "timeline", "bars of runs", "trend", "report"
}  # fmt: skip
ELSE_IN_DOUBT = {"scaling", "engine", "bars of classes"}
HOLE = 100  # pixels that nothing fills
SHORT = "Measured for 4 s only"


def see(canvas):
    """Charts are drawn when they come into view."""
    canvas.scroll_into_view_if_needed()
    expect(canvas).to_have_attribute("role", "application")


def test_labels_signs_and_keys_of_every_kind_of_chart(chromium, site):
    addresses = charted.fill()
    found, kinds = [], set()

    for turn, width in enumerate((1280, 390)):
        context = chromium.new_context(
            base_url=site, viewport={"width": width, "height": 900}
        )
        context.set_default_timeout(waiting.HANG_SECONDS * 1000)
        context.add_init_script(painted.SCRIPT)
        tab = context.new_page()
        # each at one width, in turn; with --long at both
        for name, address in list(addresses.items())[
            few_or(0, few=turn) :: few_or(1, few=2)
        ]:
            tab.goto(address)
            canvases = tab.locator("canvas").all()
            assert canvases, name
            daggers = 0
            for canvas in canvases:
                see(canvas)
                place = f"{name}, {width}"
                found += [f"{place}: {each}" for each in painted.faults(canvas)]
                if address.startswith("/engines/"):
                    hole = painted.hole_below(canvas)
                    found += [f"{place}: empty for {hole} px"] * (hole >= HOLE)
                texts = painted.texts(canvas)
                assert len(texts) > 2, place
                daggers += sum("†" in text for text in texts)
                tab.evaluate(
                    "document.getElementById('chart-values')?.replaceChildren()"
                )
                canvas.focus()
                tab.keyboard.press("End")
                expect(tab.locator("#chart-values")).not_to_be_empty()
            told = tab.locator("#chart-values").inner_text()
            assert any(letter.isdigit() for letter in told), name
            if name in IN_DOUBT:
                assert "†" in told, name
                expect(tab.locator("main")).to_contain_text(DOUBT)
            if name in IN_DOUBT - {"sweep", "trend"}:
                assert SHORT in told, name
            assert daggers or name not in IN_DOUBT | ELSE_IN_DOUBT, name
            kinds.add(name)
        context.close()

    assert found == []
    assert kinds == set(addresses)


def test_a_covered_label_one_that_is_cut_and_a_hole_are_seen(page, site):
    """Else the test above would hold of whatever is drawn."""
    page.add_init_script(painted.SCRIPT)
    page.goto("/")
    page.evaluate(
        """() => {
          const canvas = document.body.appendChild(document.createElement("canvas"));
          canvas.id = "bad";
          const context = canvas.getContext("2d");
          context.fillText("covered", 40, 40);
          context.fillText("over it", 60, 42);
          context.beginPath();
          context.arc(45, 38, 4, 0, 7);
          context.fill();
          context.fillText("beyond", 290, 80);
        }"""
    )

    assert painted.faults(page.locator("#bad")) == [
        "covered under over it", "covered under a mark", "cut: beyond"
    ]  # fmt: skip
    page.goto("/engines/mysql/8.0/")
    canvases = page.locator("canvas")
    see(canvases.first)
    page.locator(".bb-table-head").first.evaluate(
        "(head) => { head.style.marginTop = '200px'; }"
    )
    assert painted.hole_below(canvases.first) >= 200


def test_paper_has_the_charts_that_nobody_scrolled_to(page, site):
    page.goto("/engines/mysql/8.0/")
    canvases = page.locator("canvas")
    see(canvases.first)
    assert "isDrawn" not in canvases.last.evaluate(
        "(canvas) => ({ ...canvas.dataset })"
    )

    page.pdf()

    expect(canvases.last).to_have_attribute("role", "application")
