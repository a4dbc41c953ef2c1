"""Submitted results among ticks, on other pages and in feed, paper and search."""

import pytest

from tests.factories import NOON, InstanceClassFactory, ResultFactory
from tests.portal.results.submitted.pages import ENGINE
from tests.portal.trends.test_feeds import ATOM, entries
from tests.portal.web.test_overview import text_of
from tests.submission_factories import SubmissionFactory, SubmittedResultFactory

pytestmark = pytest.mark.django_db


# What is not current


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
