"""Submitted results on an engine's page, and drafts as they would stand there."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import NOON, ResultFactory, UserFactory
from tests.portal.engines.engine_pages.shown import charts_of, csv_of
from tests.portal.results.submitted.pages import ENGINE, as_user, url_of
from tests.portal.web.test_overview import text_of
from tests.submission_factories import ReviewerFactory, SubmittedResultFactory

pytestmark = pytest.mark.django_db


def place_of(published, **columns):
    size = published.instance_class
    return {"instance_class": size, "provider": size.provider, **columns}


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


# Its days


def test_a_plain_test_day_is_shown_as_a_day(client):
    """Its noon was shown as a time, which is hours ahead on the morning of the day."""
    noon = datetime(2026, 11, 24, 12, tzinfo=UTC)
    SubmittedResultFactory(measured_at=noon)

    html = client.get(ENGINE).content.decode()

    assert '<time datetime="2026-11-24" data-time="day">2026-11-24</time>' in html
    assert "2026-11-24T12:00" not in html
