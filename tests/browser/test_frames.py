"""Charts in frames on others' pages: whole without scrolling, their names explained."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from playwright.sync_api import expect

from benchruns.results.engine_versions import versions_with_results
from tests.browser import painted

pytestmark = pytest.mark.browser

CODE = re.compile(r'<iframe src="([^"]*)".* width="(\d+)" height="(\d+)"')
CROWDED = "/engines/mysql/8.0/embed/?chart=chart-huawei-mysql-8.0"


def drawn(page, address, *, width, height):
    page.set_viewport_size({"width": width, "height": height})
    page.goto(address)
    canvas = page.locator("canvas[data-chart]")
    expect(canvas).to_have_attribute("role", "application")
    return canvas


def hidden_below(page):
    """What a reader would have to scroll to, in pixels."""
    return page.evaluate("document.documentElement.scrollHeight - innerHeight")


def test_each_published_chart_is_whole_in_the_frame_of_its_code(page, site):
    seen = 0
    for version in versions_with_results(AnonymousUser()):
        page.goto(f"/engines/{version.engine}/{version.slug}/")
        codes = page.locator(".bb-share-frame code").all_text_contents()
        for code in codes:
            address, width, height = CODE.search(code).groups()
            drawn(page, address, width=int(width), height=int(height))
            assert hidden_below(page) <= 0, address
            seen += 1

    assert seen > 10


@pytest.mark.parametrize("height", [520, 748])
def test_lying_bars_give_way_in_a_low_frame(page, site, height):
    page.add_init_script(painted.SCRIPT)

    canvas = drawn(page, CROWDED, width=760, height=height)

    assert hidden_below(page) <= 0
    assert painted.faults(canvas) == []
    texts = painted.texts(canvas)
    assert not [text for text in texts if "…" in text]
    assert "395" in texts
    names = " ".join(texts)
    assert "2 · 4" in names
    note = page.get_by_text("At each bar: vCPU · memory in GB; D dedicated, G general")
    expect(note).to_be_in_viewport()


def test_the_figures_of_a_low_frame_are_opened_below_its_chart(page, site):
    canvas = drawn(page, CROWDED, width=760, height=520)

    page.locator("summary", has_text="Figures").click()

    expect(page.locator("#figures")).to_be_visible()
    assert canvas.bounding_box()["height"] > 300
