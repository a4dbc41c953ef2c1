"""The first page, the search, the theme and the frame around every page."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from benchruns.models import Run
from benchruns.reports.shelf.refresh import refresh
from benchruns.workloads import WORKLOADS
from tests.factories import ResultFactory, RunFactory, UserFactory


def text_of(response):
    """What a reader sees, without tags and with single spaces."""
    html = re.sub(
        r"<(script|style|svg).*?</\1>", " ", response.content.decode(), flags=re.S
    )
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


@pytest.mark.django_db
def test_an_empty_portal_says_what_to_do(client):
    response = client.get(reverse("portal:home"))

    assert response.status_code == 200
    assert "No results yet. Run a workload or" in text_of(response)
    assert "Nothing is running." in text_of(response)


def test_the_first_page_shows_every_version_with_its_counts(client, published):
    text = text_of(client.get("/"))

    assert "143 results on 59 instance classes, 7 engine versions" in text
    assert "MySQL 8.0 26 results" in text
    assert "PostgreSQL, version unstated 34 results" in text
    assert "Cached and disk I/O, TPS up to 6,740" in text
    assert "TPC-C-derived, TPM up to 840,000" in text


def test_a_run_under_way_is_told_by_its_own_kind_of_load(client, db):
    parameters = WORKLOADS["pgbench_read_only"].clean({"clients": 12})
    run = RunFactory(running=True, workload="pgbench_read_only", parameters=parameters)
    Run.objects.filter(pk=run.pk).update(started_at=timezone.now() - timedelta(hours=3))
    client.force_login(run.owner)

    text = text_of(client.get("/"))

    assert "pgbench read-only, 12 clients" in text
    assert "running for 3 h" in text


def test_thumbnails_have_one_bar_a_figure_and_no_style_attribute(client, published):
    html = client.get("/").content.decode()

    paths = re.findall(r'class="bar bar-disk_io( bar-open)?" d="([^"]+)"', html)
    assert sum(path.count("M") for _hollow, path in paths) == 15
    # In doubt, of which MySQL 8.0 alone has four.
    assert sum(path.count("M") for hollow, path in paths if hollow) >= 4
    assert html.count('id="bb-hatch"') == 1
    assert " style=" not in html


def test_a_tile_says_what_is_in_doubt_of_its_figure(client, published):
    page = client.get("/")

    tiles = re.findall(r'<li class="bb-tile">.*?</li>', page.text, re.S)
    doubted = [tile for tile in tiles if "bb-doubt" in tile]
    assert 0 < len(doubted) < len(tiles)
    for tile in doubted:
        assert re.search(r'to [\d,]+<span\s+class="bb-dagger"[^>]*>†</span>', tile)
        assert re.search(r'bb-doubt"><span aria-hidden="true">†</span> \w', tile)


def test_private_results_and_runs_are_shown_to_their_owner_alone(client, published):
    run = RunFactory(succeeded=True)
    RunFactory(running=True, owner=run.owner)
    client.force_login(UserFactory())

    assert "1 measured" not in text_of(client.get("/"))
    assert "Nothing is running." in text_of(client.get("/"))

    client.force_login(run.owner)
    assert "measured" in text_of(client.get("/"))
    assert "OLTP read/write, 8 threads" in text_of(client.get("/"))


@pytest.mark.parametrize(
    ("measured", "queries"),
    [(0, 11), (1, 12), (12, 12)],
    ids=["published only", "one measured", "many measured"],
)
def test_the_number_of_queries_does_not_grow_with_rows(
    client, published, django_assert_num_queries, measured, queries
):
    ResultFactory.create_batch(measured, measured=True, visibility="public")
    refresh()

    with django_assert_num_queries(queries):
        client.get("/")


def test_newest_results_are_what_is_new_and_vendors_papers_stand_apart(
    client, published
):
    page = client.get("/")

    text, papers = text_of(page), page.context["overview"].papers
    assert "Nothing measured here or submitted yet" in text
    assert "Vendors' papers" in text.replace("&#x27;", "'")
    assert sum(paper.count for paper in papers) == 143
    days = [paper.published_on for paper in papers if paper.published_on]
    assert days == sorted(days, reverse=True)

    measured = ResultFactory(
        measured=True, visibility="public", engine="mariadb", engine_version="12.1"
    )

    page = client.get("/")
    assert [each.result for each in page.context["overview"].newest] == [measured]


def test_a_version_that_was_only_tried_stands_after_the_published(client, published):
    ResultFactory(
        measured=True, visibility="public", engine="mysql", engine_version="9.7"
    )

    tiles = client.get("/").context["overview"].tiles

    titles = [tile.version.title for tile in tiles]
    assert (titles[0], titles[-1]) == ("MySQL 8.0", "MySQL 9.7")


def test_a_repeated_row_is_set_against_the_published_one(client, published):
    original = ResultFactory(tps=1000)
    ResultFactory(measured=True, visibility="public", tps=990, reproduces=original)

    assert "0.990" in text_of(client.get("/"))


@pytest.mark.parametrize("is_doubted", [True, False])
def test_a_dagger_of_the_newest_is_explained_under_them(client, db, is_doubted):
    ResultFactory(measured=True, visibility="public", doubted=is_doubted)

    newest = text_of(client.get("/")).split("Newest results")[1]

    assert ("†" in newest) == is_doubted
    assert ("† is in doubt: its page says why." in newest) == is_doubted


def test_a_dagger_of_a_ratio_alone_is_explained_as_well(client, db):
    original = ResultFactory(tps=1000, doubted=True)
    ResultFactory(measured=True, visibility="public", tps=990, reproduces=original)

    newest = text_of(client.get("/")).split("Newest results")[1]

    assert "0.990 †" in newest
    assert "† is in doubt: its page says why." in newest


def test_a_column_that_would_be_empty_is_left_out(client, published):
    text = text_of(client.get("/"))

    assert "Of vendor's" not in text
    assert "Results by engine" in text


def test_search_finds_versions_classes_campaigns_and_runs(client, published):
    run = RunFactory(public=True)

    text = text_of(client.get("/search/", {"q": "mysql 8.0"}))
    assert "MySQL 8.0" in text
    assert "60 s runs" in text
    assert "rds.mysql.c2.xlarge" in text_of(client.get("/search/?q=c2.xlarge"))
    assert str(run.pk) in text_of(client.get("/search/", {"q": str(run.pk)[:8]}))


def test_search_does_not_find_runs_of_others(client, db):
    run = RunFactory()

    assert "Nothing found." in text_of(client.get("/search/", {"q": str(run.pk)}))


def test_the_theme_is_kept_and_followed_back(client, db):
    response = client.post("/theme/", {"theme": "dark", "next": "/classes/"})

    assert response["Location"] == "/classes/"
    assert 'data-theme="dark"' in client.get("/classes/").content.decode()


def test_the_theme_form_leads_to_no_other_site(client, db):
    response = client.post("/theme/", {"theme": "dark", "next": "//evil.example/"})

    assert response["Location"] == "/"
    assert client.get("/theme/").status_code == 405


def test_an_unknown_address_has_a_page_of_its_own(client, db):
    response = client.get("/no-such-page/")

    assert response.status_code == 404
    assert "There is no page at this address" in text_of(response)


def test_pages_carry_no_inline_script_or_style(client, published):
    for address in ("/", "/engines/", "/engines/mysql/8.0/", "/classes/"):
        html = client.get(address).content.decode()
        scripts = re.findall(r"<script(?![^>]*\bsrc=)([^>]*)>", html)
        assert all('type="application/json"' in script for script in scripts)
        assert not re.search(r"<style|\sstyle=|\son\w+=", html)


def test_the_bar_marks_the_current_page(client, db):
    html = client.get("/engines/").content.decode()

    assert '<a href="/engines/" aria-current="page">' in html
    assert '<a href="/submissions/">Submissions</a>' in html
