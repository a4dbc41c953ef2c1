"""How much a first visit transfers, and a second one: a guard; docs/performance.md has all pages."""

import pytest

from tests.transfer import AGAIN_KB, FIRST_KB, REQUESTS, visit

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    "address", ["/", "/classes/", "/results/", "/engines/mysql/8.0/"]
)
def test_a_page_is_light(page, address):
    page.set_viewport_size({"width": 390, "height": 844})
    first = visit(page, address)
    again = visit(page, address)

    assert first.kb <= FIRST_KB, first.by_type
    assert first.requests <= REQUESTS
    assert again.kb <= AGAIN_KB, again.by_type
