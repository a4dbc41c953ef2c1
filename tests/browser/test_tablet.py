"""Tables of an engine's page on a tablet: a class and its figures are read without scrolling."""

import pytest

pytestmark = pytest.mark.browser

# What of the classes' names and of their figures is cut by the edge of its table, or covered.
OUT_OF_SIGHT = """tables => tables.flatMap((table) => {
  const edge = table.parentElement.getBoundingClientRect().right;
  table.scrollIntoView({ block: "center" });
  const row = table.querySelector("tbody tr");
  const cells = [...row.querySelectorAll("th, td.f, td.bb-ratio-cell")]
    .filter((cell) => cell.checkVisibility());
  return cells.filter((cell) => {
    const { left, right, top, height } = cell.getBoundingClientRect();
    const seen = document.elementFromPoint((left + right) / 2, top + height / 2);
    return right > edge + 1 || !cell.contains(seen);
  }).map((cell) => `${table.id}: ${cell.innerText}`);
})"""


@pytest.mark.parametrize("width", [768, 900, 1024])
def test_no_button_covers_a_figure_and_no_figure_is_beyond_the_edge(page, width):
    """At 900 pixels there were checkboxes, and no TPS."""
    page.set_viewport_size({"width": width, "height": 900})

    for version in ("mysql/8.0", "mysql/5.7", "postgresql/12", "sqlserver/2012-ee"):
        page.goto(f"/engines/{version}/")
        tables = page.locator(".bb-table-tight")
        assert tables.locator("tbody td.f").count() > 4, version
        assert tables.evaluate_all(OUT_OF_SIGHT) == [], version


SCROLLED = "boxes => boxes.map((one) => one.scrollWidth - one.clientWidth)"


def test_no_table_of_an_engine_scrolls_sideways_on_a_tablet(page):
    """Those of a vendor whose classes have long names did, a little."""
    page.set_viewport_size({"width": 768, "height": 900})

    for version in ("mysql/8.0", "mysql/5.7", "postgresql/12", "sqlserver/2012-ee"):
        page.goto(f"/engines/{version}/")
        boxes = page.locator(".bb-scroll:has(.bb-table-tight)")
        assert boxes.count() > 0
        assert set(boxes.evaluate_all(SCROLLED)) == {0}, version


def test_a_wide_screen_has_the_data_and_what_reproduces_a_row(page):
    page.set_viewport_size({"width": 1280, "height": 900})

    page.goto("/engines/mysql/8.0/")

    table = page.locator(".bb-table-tight").first
    assert table.get_by_text("× mem.").first.is_visible()
    assert table.get_by_role("link", name="disk I/O").first.is_visible()
