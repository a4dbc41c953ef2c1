"""A chart taken along as a picture, in Chromium."""

import struct

import pytest

pytestmark = pytest.mark.browser


def size_of(png):
    """Width and height, from the head of a PNG."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", png[16:24])


def test_a_chart_is_saved_at_twice_its_size_with_its_words_around_it(page):
    page.goto("/engines/mysql/8.0/")
    canvas = page.locator("canvas[data-chart]").first
    box = canvas.bounding_box()
    page.locator(".bb-share > summary").first.click()

    with page.expect_download() as download:
        page.get_by_role("button", name="PNG").first.click()

    name = download.value.suggested_filename
    width, height = size_of(download.value.path().read_bytes())
    assert name == f"benchbook-{canvas.get_attribute('data-chart')[6:]}.png"
    assert width == round(2 * box["width"])
    # caption, unit, legend and source stand around the plot
    assert 2 * box["height"] + 100 < height < 2 * box["height"] + 400
