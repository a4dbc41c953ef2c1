"""A comparison on paper: every column on its sheet."""

import pytest

from tests.factories import ResultFactory
from tests.looks import sheets
from tests.portal.comparisons.comparing import compared

MOST = 12  # columns


@pytest.mark.django_db
def test_every_column_of_the_widest_comparison_stands_on_its_sheet(client):
    made = [
        ResultFactory(
            instance_class__code=f"dedicated-1:4-{2**number}vcpu-{4 * 2**number}gb",
            tps=10_000 + 7 * number,
        )
        for number in range(MOST)
    ]

    page = compared(client, [], result=[each.pk for each in made], format="pdf")

    pages = sheets.sheets_of(page.content)
    assert [sheets.beyond_the_margin(each) for each in pages] == [[]] * len(pages)
    text = "".join(each.extract_text() for each in pages)
    assert all(f"{each.tps:,.0f}" in text for each in made)
