"""Submitted results on the pages that show results, and what is not current there."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchruns.models import SubmissionEvent
from tests.factories import NOON, InstanceClassFactory, ResultFactory, UserFactory
from tests.portal.engines.test_engine_pages import charts_of, csv_of
from tests.portal.trends.test_feeds import ATOM, entries
from tests.portal.web.test_overview import text_of
from tests.submission_factories import (
    ReviewerFactory,
    SubmissionFactory,
    SubmittedFileFactory,
    SubmittedResultFactory,
)

pytestmark = pytest.mark.django_db

ENGINE = "/engines/mysql/8.0/"
SAMPLES = {
    "count": 3,
    "second": [10, 20, 30],
    "tps": [100.0, 120.0, 140.0],
    "latency_ms": [4.0, 5.0, 6.0],
    "percentile": [99.0] * 3,
}


def url_of(result, action=""):
    return f"/results/{result.pk}/{action}"


def as_user(client, user):
    client.force_login(user)
    return client


def ended(result, step):
    """The event that made a result withdrawn or superseded, at NOON."""
    event = SubmissionEvent.objects.create(
        submission=result.submission, step=step, version=1
    )
    SubmissionEvent.objects.filter(pk=event.pk).update(at=NOON)


def place_of(published, **columns):
    size = published.instance_class
    return {"instance_class": size, "provider": size.provider, **columns}


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


# The engine's page


def test_an_engine_s_page_has_submitted_points_with_word_and_link(client):
    published = ResultFactory()
    result = SubmittedResultFactory(
        **place_of(published, regime="cached", tps=321.0, threads=8)
    )

    response = client.get(ENGINE)
    shown = text_of(response)

    [chart] = charts_of(response).values()
    [point] = chart["points"]
    assert (point["provenance"], point["text"]) == ("submitted", "321")
    assert not point["is_draft"]
    assert "1 vendor, 0 measured, 1 submitted" in shown
    assert "8 threads submitted" in shown.replace(",", "")
    assert f'href="/submissions/{result.submission_id}/"' in response.content.decode()
    assert "bb-prov-submitted" in response.content.decode()


def test_the_legend_says_that_a_regime_is_claimed(client):
    published = ResultFactory()
    SubmittedResultFactory(**place_of(published, regime="cached"))

    assert "submitted, regime as claimed" in text_of(client.get(ENGINE))


def test_the_legend_claims_no_regime_that_nobody_stated(client):
    published = ResultFactory()
    SubmittedResultFactory(**place_of(published, regime=None))

    shown = text_of(client.get(ENGINE))

    assert "regime as claimed" not in shown
    assert "bb-prov-submitted" in client.get(ENGINE).content.decode()


def test_a_version_of_submitted_results_alone_has_its_page(client):
    SubmittedResultFactory(engine_version="9.1", measured_at=None, threads=None)

    response = client.get("/engines/mysql/9.1/")

    [chart] = charts_of(response).values()
    assert chart["source"] == "submitted reports"
    assert "Measured here" not in text_of(response)


def test_older_rows_of_a_place_are_folded_and_their_files_whole(client):
    place = ResultFactory()
    for day in range(7):
        SubmittedResultFactory(
            **place_of(place, tps=1000 + day, measured_at=NOON - timedelta(days=day))
        )

    text = client.get(ENGINE).content.decode()
    table = text.partition("<tbody>")[2].partition("</tbody>")[0]
    whole = client.get(f"{ENGINE}?rows=all").content.decode()

    assert "4 older rows" in table
    assert ("1,002" in table, "1,003" in table) == (True, False)
    assert 'href="/engines/mysql/8.0/?rows=all#table-' in table
    assert "1,006" in whole.partition("<tbody>")[2].partition("</tbody>")[0]
    assert "only the newest of each" in whole
    assert len(client.get(f"{ENGINE}?format=csv").content.splitlines()) == 1 + 8


@pytest.mark.parametrize("status", ["withdrawn", "superseded"])
def test_what_is_not_current_is_in_no_list_chart_or_count(client, status):
    size = InstanceClassFactory()
    ResultFactory(instance_class=size)
    gone = SubmittedResultFactory(
        status=status, instance_class=size, provider=size.provider, tps=99_999.0
    )
    pages = [
        "/",
        "/engines/",
        ENGINE,
        f"{ENGINE}?format=csv",
        f"/classes/{size.provider_id}/mysql/{size.code}/",
        "/classes/",
        "/whitepaper/mysql/8.0/",
        "/feeds/results.atom",
    ]

    for page in pages:
        html = client.get(page).content.decode()
        assert str(gone.pk) not in html, page
        assert "99,999" not in html, page
    assert "1 submitted" not in text_of(client.get(ENGINE))


def test_files_carry_provenance_status_and_submission(client):
    result = SubmittedResultFactory()

    [line] = csv_of(client.get(f"{ENGINE}?format=csv"))
    [told] = client.get(f"{ENGINE}?format=json").json()["results"]

    for found in (line, told):
        assert found["provenance"] == "submitted"
        assert found["status"] == "current"
        assert found["submission"] == str(result.submission_id)


def test_an_engine_s_page_takes_as_many_queries_for_many(
    client, django_assert_num_queries
):
    draft = SubmittedResultFactory(draft=True)
    page = f"{ENGINE}?draft={draft.submission_id}"
    as_user(client, draft.owner)
    client.get(page)
    with CaptureQueriesContext(connection) as one:
        client.get(page)
    for _ in range(5):
        SubmittedResultFactory(draft=True, submission=draft.submission)
        SubmittedResultFactory()

    with django_assert_num_queries(len(one)):
        client.get(page)


# The draft view


def test_the_draft_view_marks_its_rows_and_leads_back(client):
    published = ResultFactory()
    draft = SubmittedResultFactory(
        draft=True, **place_of(published, regime="cached", tps=321.0)
    )
    page = f"{ENGINE}?draft={draft.submission_id}"

    response = as_user(client, draft.owner).get(page)
    html = response.content.decode()

    [chart] = charts_of(response).values()
    assert [point["is_draft"] for point in chart["points"]] == [True]
    assert "Draft view" in text_of(response)
    assert "draft, not accepted yet" in text_of(response)
    assert f'href="/submissions/{draft.submission_id}/"' in html
    assert f"metric=qps&amp;draft={draft.submission_id}" in html
    assert "/whitepaper/" not in html
    svg = client.get(f"{page}&format=svg").content.decode()
    assert "draft" in svg
    assert csv_of(client.get(f"{page}&format=csv"))[-1]["status"] == "draft"


def test_the_draft_view_works_for_a_version_that_is_new(client):
    draft = SubmittedResultFactory(draft=True, engine_version="9.1")
    page = f"/engines/mysql/9.1/?draft={draft.submission_id}"

    assert as_user(client, ReviewerFactory()).get(page).status_code == 200
    assert client.get("/engines/mysql/9.1/").status_code == 404


@pytest.mark.parametrize("word", ["nonsense", "7b0e6b0e-0000-4000-8000-000000000000"])
def test_an_unknown_draft_is_no_page(client, word):
    ResultFactory()

    assert client.get(f"{ENGINE}?draft={word}").status_code == 404


def test_a_draft_is_nothing_to_others(client):
    ResultFactory()
    draft = SubmittedResultFactory(draft=True)
    page = f"{ENGINE}?draft={draft.submission_id}"

    assert client.get(page).status_code == 404
    assert as_user(client, UserFactory()).get(page).status_code == 404
    assert client.get(url_of(draft)).status_code == 404
    embed = f"{ENGINE}embed/?draft={draft.submission_id}"
    assert client.get(embed).status_code == 404


# The result's page


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


# Everywhere else


def test_a_tick_of_what_was_withdrawn_stays_and_says_so(client):
    result = SubmittedResultFactory(regime="cached", threads=8)
    client.post("/compare/tick/", {"item": f"result:{result.pk}", "on": "1"})
    result.status = "withdrawn"
    result.save(update_fields=["status"])

    html = client.get("/").content.decode()

    assert "withdrawn, cached, MySQL 8.0, 8 threads" in html
    compared = client.get(f"/compare/?result={result.pk}")
    assert "A result was withdrawn." in text_of(compared)


def test_home_counts_submitted_results_and_shows_them_when_accepted(client):
    ResultFactory(published_on="2020-01-01")
    result = SubmittedResultFactory(measured_at=None, tps=321.0)

    response = client.get("/")

    assert "1 submitted" in text_of(response)
    newest = response.context["overview"].newest
    assert newest[0].result.pk == result.pk
    assert newest[0].accepted_at == NOON


def test_a_class_lists_its_submitted_results(client):
    size = InstanceClassFactory()
    result = SubmittedResultFactory(
        instance_class=size, provider=size.provider, regime="cached"
    )

    response = client.get(f"/classes/{size.provider_id}/mysql/{size.code}/")

    assert "cached † in doubt as claimed" in text_of(response)
    assert f'href="/submissions/{result.submission_id}/"' in response.content.decode()


def test_the_white_paper_counts_and_names_submitted_results(client):
    SubmittedResultFactory(regime="cached", vcpus=4, memory_gb=16.0)

    shown = text_of(client.get("/whitepaper/mysql/8.0/"))

    assert "1 result from an uploaded report" in shown
    assert "4 vCPU, 16 GB (submitted)" in shown
    assert "Submitted rows: cached, as their submitters claim." in shown
    assert "Measured rows" not in shown


def test_the_feed_has_submitted_results_by_the_day_they_were_accepted(client):
    result = SubmittedResultFactory()

    [entry] = entries(client.get("/feeds/results.atom"))

    assert entry.find("a:id", ATOM).text == f"urn:uuid:{result.pk}"
    assert entry.find("a:published", ATOM).text.startswith(f"{NOON:%Y-%m-%d}")


def test_search_finds_a_submission_by_its_id_and_credit(client):
    submission = SubmissionFactory(accepted=True, credit="Shop Ltd")
    hidden = SubmissionFactory(submitted=True, credit="Shop Ltd")

    for word in (str(submission.pk)[:8], "shop ltd"):
        html = client.get("/search/", {"q": word}).content.decode()
        assert f'href="/submissions/{submission.pk}/"' in html
        assert str(hidden.pk) not in html


def test_a_plain_test_day_is_shown_as_a_day(client):
    """Its noon was shown as a time, which is hours ahead on the morning of the day."""
    noon = datetime(2026, 11, 24, 12, tzinfo=UTC)
    SubmittedResultFactory(measured_at=noon)

    html = client.get(ENGINE).content.decode()

    assert '<time datetime="2026-11-24" data-time="day">2026-11-24</time>' in html
    assert "2026-11-24T12:00" not in html
