"""What finds a control whose name lacks its words; ``test_hostile_names`` has each page."""

import pytest

from tests.looks.controls import misnamed


@pytest.mark.parametrize(
    ("page", "is_misnamed"),
    [
        ('<a aria-label="Account of ann"><b>AN</b></a>', True),
        ('<a aria-label="AN, account of ann"><b>AN</b></a>', False),
        (
            '<button aria-label="Menu"><span aria-hidden="true">X<br>Y</span></button>',
            False,
        ),
        ('<a aria-label="Draw a bar of 3">measured</a>', True),
    ],
)
def test_a_name_without_what_is_shown_is_noticed(page, is_misnamed):
    assert bool(misnamed(page)) is is_misnamed
