"""The page of a submitted result: where it comes from, and what is not current."""

import pytest

from benchruns.models import SubmissionEvent
from tests.factories import NOON, ResultFactory
from tests.portal.engines.engine_pages.shown import charts_of
from tests.portal.results.submitted.pages import as_user, url_of
from tests.portal.web.test_overview import text_of
from tests.submission_factories import (
    ReviewerFactory,
    SubmissionFactory,
    SubmittedFileFactory,
    SubmittedResultFactory,
)

pytestmark = pytest.mark.django_db

SAMPLES = {
    "count": 3,
    "second": [10, 20, 30],
    "tps": [100.0, 120.0, 140.0],
    "latency_ms": [4.0, 5.0, 6.0],
    "percentile": [99.0] * 3,
}


def ended(result, step):
    """The event that made a result withdrawn or superseded, at NOON."""
    event = SubmissionEvent.objects.create(
        submission=result.submission, step=step, version=1
    )
    SubmissionEvent.objects.filter(pk=event.pk).update(at=NOON)


def test_its_page_leads_to_the_nearest_proven_vendor_rows(client):
    result = SubmittedResultFactory(
        regime="cached", vcpus=4, memory_gb=16, duration_s=60
    )
    beside = url_of(result, "beside-published/")
    nowhere = text_of(client.get(beside, follow=True))
    doubted = ResultFactory(doubted=True)
    proven = ResultFactory()

    shown = client.get(url_of(result)).content.decode()
    opened = client.get(beside)

    assert "No vendor row was measured with this load." in nowhere
    assert f'href="{beside}"' in shown
    assert opened.url == f"/compare/?result={result.pk}&result={proven.pk}"
    assert "beside-published" not in client.get(url_of(doubted)).content.decode()


def test_the_page_of_a_submitted_result_tells_where_it_comes_from(client):
    submission = SubmissionFactory(accepted=True, credit="Ada of Shop Ltd")
    file = SubmittedFileFactory(
        submission=submission,
        name="run 1.txt",
        report={"format": "sysbench", "tool": "sysbench", "samples": SAMPLES},
    )
    result = SubmittedResultFactory(
        submission=submission,
        submitted_file=file,
        tool_version="1.0.20",
        replication="semi_sync",
        regime="disk_io",
        client={"region": "cn-hangzhou", "zone": "B", "vcpus": 8},
    )

    response = client.get(url_of(result))
    shown, html = text_of(response), response.content.decode()

    assert "Submitted by Ada of Shop Ltd" in shown
    assert submission.owner.username not in shown
    assert f'href="/submissions/{submission.pk}/"' in html
    assert "run 1.txt" not in shown
    assert f"/submissions/{submission.pk}/files/" not in html
    assert "sysbench output, parser version 1" in shown
    assert "sysbench 1.0.20" in shown
    assert "Conditions as the submitter, the tool's output, the server's" in shown
    assert f'href="/submissions/{submission.pk}/#files"' in html
    assert "Replication semi-synchronous" in shown
    assert "cn-hangzhou, B" in shown
    assert "disk I/O † in doubt as claimed" in shown
    assert "as reported" in shown
    charts = charts_of(response)
    assert charts["chart-samples-tps"]["series"][0]["xs"] == [10, 20, 30]
    assert charts["chart-samples-latency"]["series"][0]["label"] == "p99"
    assert "140" in shown


def test_its_raw_file_is_for_who_may_read_it(client):
    file = SubmittedFileFactory(submission=SubmissionFactory(accepted=True))
    result = SubmittedResultFactory(submission=file.submission, submitted_file=file)

    html = as_user(client, file.submission.owner).get(url_of(result)).content.decode()

    assert f'href="/submissions/{file.submission_id}/files/{file.pk}/"' in html
    assert file.name in html


def test_without_credit_or_samples_neither_is_shown(client):
    response = client.get(url_of(SubmittedResultFactory()))

    assert "Submitted by" not in text_of(response)
    assert charts_of(response) == {}
    assert "js/charts" not in response.content.decode()


def test_repeats_of_a_submission_stand_with_their_median(client):
    submission = SubmissionFactory(accepted=True)
    results = [
        SubmittedResultFactory(submission=submission, tps=tps, measured_at=None)
        for tps in (100, 110, 120)
    ]

    shown = text_of(client.get(url_of(results[0])))

    assert "of one submission" in shown
    assert "median 110 TPS" in shown


def test_a_withdrawn_result_says_so_and_when(client):
    result = SubmittedResultFactory(status="withdrawn")
    ended(result, "withdrawn")

    response = client.get(url_of(result))

    assert f"Withdrawn {NOON:%Y-%m-%d %H:%M}" in text_of(response)
    assert "Exclude this result" not in text_of(
        as_user(client, result.owner).get(url_of(result))
    )
    assert client.get(url_of(result) + "?format=csv").status_code == 200


def test_a_superseded_result_leads_to_what_took_its_place(client):
    result = SubmittedResultFactory(status="superseded")
    ended(result, "superseded")
    SubmissionFactory(submitted=True, owner=result.owner, replaces=result.submission)
    newer = SubmissionFactory(
        accepted=True, owner=result.owner, replaces=result.submission
    )

    response = client.get(url_of(result))

    assert f"Superseded {NOON:%Y-%m-%d %H:%M}" in text_of(response)
    assert f'href="/submissions/{newer.pk}/"' in response.content.decode()


def test_nobody_is_led_to_a_newer_report_that_they_may_not_see(client):
    older = SubmissionFactory(accepted=True, state="superseded")
    result = SubmittedResultFactory(status="superseded", submission=older)
    newer = SubmissionFactory(accepted=True, owner=older.owner, replaces=older)
    SubmittedResultFactory(
        submission=newer, engine="sqlserver", visibility="private", nopm=900.0
    )

    for address in (url_of(result), f"/submissions/{older.pk}/"):
        shown = client.get(address).content.decode()
        assert "Superseded" in shown
        assert str(newer.pk) not in shown
    client.force_login(older.owner)
    for address in (url_of(result), f"/submissions/{older.pk}/"):
        link = f'href="/submissions/{newer.pk}/"'
        assert link in client.get(address).content.decode()


def test_a_draft_result_is_shown_to_owner_and_reviewers_with_a_banner(client):
    draft = SubmittedResultFactory(draft=True)

    for user in (draft.owner, ReviewerFactory()):
        shown = text_of(as_user(client, user).get(url_of(draft)))
        assert "Not accepted yet" in shown
        assert "Only you and reviewers see this." in shown
