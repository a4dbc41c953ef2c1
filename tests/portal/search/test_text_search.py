"""The search finds what is told, not rows alone: each hit leads to where it stands."""

import re
from html import unescape

import pytest
from django.db import connection

from benchruns.models import Result
from portal.formats.figures import figure
from portal.pages.search import guide_texts
from tests import published_database

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def published(django_db_setup, django_db_blocker):
    yield from published_database.loaded(django_db_blocker)


def search(client, text):
    answer = client.get("/search/", {"q": text})
    assert answer.status_code == 200
    return unescape(answer.content.decode())


EN = "/sources/alibaba-whitepaper-20220530/"


@pytest.mark.parametrize(
    ("asked", "address"),
    [
        ("point selects ranges", "/guide/oltp_read_write/"),  # a workload
        ("three quarters of the draws", "/guide/oltp_read_write/"),  # its guide
        ("load generator on a machine of its own", "/guide/#trust"),  # the guide
        ("share an axis", "/guide/fairness/#axes"),
        ("knee", "/guide/glossary/#knee"),  # a word
        ("半同步", "/guide/glossary/#paper-semi-synchronous-mode"),  # a term
        ("huawei white paper", "/sources/huawei-whitepaper-20220930/"),  # a source
        ("packet steering", f"{EN}#fact-1-3-3-packet-steering-mask"),  # a fact
        ("create database loadtest", "#fact-1-1-step-1-1"),  # its literal
        ("23869.32", f"{EN}#output-oltp_read_write"),  # a printed output
        ("26,130.73", f"{EN}#output-oltp_read_only"),  # with its separator
        ("4255.01", f"{EN}#output-oltp_write_only"),
        ("--skip-trx=1", f"{EN}#printed-5"),  # a command
        ("pgbench -i -s 50000", f"{EN}#printed-13"),
        ("random_gaussian", f"{EN}#section-3-2-4"),  # a statement
        ("INSERT IGNORE", f"{EN}#note-M4"),  # a note
        ("client machine", "/guide/fairness/#rule-client_machine"),  # a rule
    ],
)
def test_a_text_is_found_where_it_stands(client, asked, address):
    html = search(client, asked)

    hits = re.findall(r'href="([^"]+)"', html[html.index("<main") :])
    assert any(address in hit for hit in hits), hits
    found = next(hit for hit in hits if address in hit)
    path, _hash, anchor = found.partition("#")
    page = client.get(path)
    assert page.status_code == 200
    assert not anchor or f'id="{anchor}"' in page.content.decode()


def test_a_finding_of_a_published_row_is_found_by_its_words(client):
    html = search(client, "stays below the smaller")
    row = Result.objects.get(
        instance_class__code="rds.mssql.c2.2xlarge", engine="sqlserver"
    )

    assert f'href="/results/{row.pk}/"' in html
    assert "regime_label" not in html


def test_rows_without_a_finding_are_not_looked_at():
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL reads so small a table as a whole")
    plan = Result.objects.of_papers().flagged().values_list("pk", "findings").explain()

    assert "SCAN benchruns_result USING INDEX result_flagged" in plan


def test_the_search_says_what_is_in_doubt_and_prints_no_figure_without_it(client):
    html = search(client, "labelled disk")
    hits = html[html.index('class="bb-hits"') : html.index("<footer")]
    rows = Result.objects.filter(pk__in=re.findall(r'href="/results/([^/"]+)/"', hits))

    assert {row.doubt for row in rows} == {"regime"}
    assert hits.count("Labelled disk I/O") == len(rows) > 4
    for row in rows:
        speeds = [value for value in (row.tps, row.qps, row.tpm) if value]
        assert not [each for each in speeds if f"{figure(each)} " in hits]


def test_the_number_of_finds_is_that_of_the_list(client):
    html = search(client, "semi-synchronous")

    hits = html[html.index('class="bb-hits"') : html.index("<footer")]
    assert f"{hits.count('<li>')} results" in html


def test_hostile_text_and_nothing_are_answered(client):
    assert "Nothing found." in search(client, "%00<script>alert(1)</script>")
    assert "Facts of the papers" not in search(client, "")
    assert client.get("/search/", {"q": "a " * 50}).status_code == 200


def test_a_search_takes_a_constant_number_of_queries(
    client, django_assert_max_num_queries
):
    with django_assert_max_num_queries(20):
        client.get("/search/", {"q": "mysql"})


def test_a_passage_of_the_guide_begins_and_ends_with_a_whole_word():
    for word in ("buffer", "threads", "a"):
        for passage in guide_texts.passages([word]):
            shown = passage.around.removeprefix("… ").removesuffix(" …").split()
            texts = [s.text.split() for s in guide_texts._sections()]
            assert any(shown[0] in text and shown[-1] in text for text in texts)


def test_more_than_is_shown_is_told(client):
    assert "the first 20 of each kind" in search(client, "a")
    assert "the first 20 of each kind" not in search(client, "semi-synchronous")
