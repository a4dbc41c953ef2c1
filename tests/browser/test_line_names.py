"""Names of lines at the edge of a chart."""

import pytest
from playwright.sync_api import expect

from benchruns.models import InstanceClass
from tests import waiting
from tests.browser import painted

pytestmark = pytest.mark.browser


def test_a_phone_names_lines_by_all_words_in_which_they_differ(chromium, site):
    sold = InstanceClass.objects.filter(provider="huawei-cloud", engine="mysql")
    asked = "&".join(f"class=huawei-cloud/mysql/{each.code}" for each in sold[:12])
    context = chromium.new_context(
        base_url=site, viewport={"width": 390, "height": 900}
    )
    context.set_default_timeout(waiting.HANG_SECONDS * 1000)
    context.add_init_script(painted.SCRIPT)
    tab = context.new_page()
    tab.goto(f"/compare/?{asked}&view=scaling")
    canvas = tab.locator("canvas").first
    canvas.scroll_into_view_if_needed()
    expect(canvas).to_have_attribute("role", "application")

    texts = painted.texts(canvas)
    faults = painted.faults(canvas)
    context.close()

    assert {"dedicated", "general-purpose", "4 GB per vCPU"} <= set(texts)
    assert not {"Huawei Cloud", "perfect scaling"} & set(texts)
    assert faults == []
