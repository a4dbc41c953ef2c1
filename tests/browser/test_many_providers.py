"""A version that ten providers sell: its page is as wide as its window."""

import pytest

from tests import waiting
from tests.factories import InstanceClassFactory, ProviderFactory, ResultFactory

pytestmark = pytest.mark.browser
SCROLLED = "document.documentElement.scrollWidth"
NAMES = ("Northern Data Services", "Blue River Cloud", "Kestrel Databases")


@pytest.fixture
def sold_by_many(site):
    for number in range(12):
        provider = ProviderFactory(
            name=f"{NAMES[number % len(NAMES)]} {number}", slug=f"many-{number}"
        )
        size = InstanceClassFactory(
            provider=provider, code=f"many.{number}.xlarge", vcpus=8, memory_gb=32
        )
        for regime in ("cached", "disk_io"):
            ResultFactory(
                instance_class=size,
                provider=provider,
                regime=regime,
                tps=500.0 + number,
            )


def test_the_page_of_a_version_of_many_providers_scrolls_no_further_than_down(
    page, sold_by_many
):
    page.goto("/engines/mysql/8.0/")

    assert page.get_by_text("Kestrel Databases 11").count()
    switch = page.locator("#switch-provider").locator("xpath=..")
    for width in (1280, 1024, 760, 700, 390, 320):
        page.set_viewport_size({"width": width, "height": 900})
        waiting.until(
            lambda width=width: page.evaluate(SCROLLED) == width,
            what=f"a page of {width} pixels",
        )
        if width >= 700:
            right = switch.evaluate("(each) => each.getBoundingClientRect().right")
            assert right <= width


def test_a_very_long_name_of_a_class_leaves_its_figures_in_sight(page, site):
    """Unbroken it was wider than the window: buttons lay over what it pushed aside."""
    size = InstanceClassFactory(
        code="rds." + "verylong" * 14, vcpus=8, memory_gb=32, engine="mysql"
    )
    for regime in ("cached", "disk_io"):
        ResultFactory(
            instance_class=size, provider=size.provider, regime=regime, tps=500.0
        )
    page.set_viewport_size({"width": 1280, "height": 900})

    page.goto("/engines/mysql/8.0/")
    name = page.locator("tbody th", has_text="verylong").first
    scrolled = name.evaluate(
        "cell => { const box = cell.closest('.bb-scroll');"
        " return [box.scrollWidth, box.clientWidth]; }"
    )

    assert scrolled[0] <= scrolled[1]
