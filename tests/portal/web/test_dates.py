"""How days and moments are written; ``test_hostile_names`` has each page."""

from datetime import UTC, date, datetime

import pytest
from django.template import Context, Template

from portal.templatetags.run_text import moment
from tests.looks.dates import otherwise, seen


@pytest.mark.parametrize(
    "written",
    [
        "30 May 2026",
        "May 30, 2026",
        "30.5.2026",
        "2026-05-30 14:00",
        "2026-05-30T14:00",
    ],
)
def test_another_way_to_write_a_day_is_noticed(written):
    assert otherwise(f"on {written}, by ann")


def test_a_day_and_a_moment_in_a_template():
    at = datetime(2026, 5, 30, 14, 0, 7, tzinfo=UTC)
    template = Template('{{ day|date }}, {{ day }}, {{ at|date:"DATETIME_FORMAT" }}')

    shown = template.render(Context({"day": date(2026, 5, 30), "at": at}))

    assert shown == "2026-05-30, 2026-05-30, 2026-05-30 14:00 UTC"
    assert seen(moment(at)) == "2026-05-30 14:00 UTC"
