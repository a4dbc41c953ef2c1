"""How days and moments are written; ``test_hostile_names`` has each page."""

from datetime import UTC, date, datetime

import pytest
from django.template import Context, Template

from benchruns.models import AuditEntry
from portal.templatetags.run_text import moment
from tests.benchruns.runs.watched import series_with
from tests.factories import UserFactory
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


@pytest.mark.django_db
def test_files_write_a_moment_as_the_api_does(client):
    series = series_with(100.0, visibility="public")
    AuditEntry.objects.create(action="run_deleted")
    result, entry = series.results.get(), AuditEntry.objects.get()
    shown = client.get(f"/api/v1/results/{result.pk}/").json()["measured_at"]
    trend = f"/trends/{series.pk}/?format="
    client.force_login(UserFactory(staff=True))

    files = {
        address: client.get(address).getvalue().decode()
        for address in (
            f"/engines/{result.engine}/{result.engine_version}/?format=csv",
            *(f"{trend}{form}" for form in ("csv", "tsv", "md", "json")),
            "/trends/?format=csv",
        )
    }
    audit = client.get("/audit/?format=csv").getvalue().decode()

    assert shown == "2026-01-31T12:00:00Z"
    assert [address for address, text in files.items() if shown not in text] == []
    assert f"{entry.at:%Y-%m-%dT%H:%M:%S.%fZ}," in audit
