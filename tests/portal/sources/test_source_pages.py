"""The pages of the papers: every fact is there, and stands where it says it does."""

import re
from html import unescape

import pytest

from benchruns.models import Command, Result, Source, Statement
from benchruns.sources.facts import all_facts, facts_of
from benchruns.sources.outputs import all_outputs
from benchruns.sources.papers import papers
from portal.links.sources import fact_url, place_of
from tests import published_database
from tests.factories import ResultFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def published(django_db_setup, django_db_blocker):
    yield from published_database.loaded(django_db_blocker)


def html_of(client, url):
    answer = client.get(url)
    assert answer.status_code == 200, url
    return answer.content.decode()


def text_of(html):
    """What a reader sees, each space as one."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def part_of(html, key):
    """What stands at an anchor, up to the next one."""
    found = re.split(r'(?=\bid="(?:fact|section|output|note)-)', html)
    [part] = [each for each in found if each.startswith(f'id="{key}"')]
    return part


@pytest.mark.parametrize("slug", papers())
def test_no_fact_of_a_paper_is_missing_on_its_page(client, slug):
    html = html_of(client, f"/sources/{slug}/")

    for fact in facts_of(slug):
        shown = text_of(f"<i {part_of(html, fact.key)}")
        assert " ".join(fact.text.split()) in shown
        assert fact.subject in shown
        for literal in fact.literals:
            assert literal in shown
        for place in fact.places:
            assert f'href="{place_of(place).url}"' in part_of(html, fact.key)


@pytest.mark.parametrize(
    "place", sorted({place for fact in all_facts() for place in fact.places})
)
def test_a_place_shows_each_fact_that_is_said_to_stand_there(client, place):
    path, _hash, anchor = place_of(place).url.partition("#")
    html = html_of(client, path)

    assert html.count(f'id="{anchor}"') == 1
    shown = text_of(html[html.index(f'id="{anchor}"') :])
    for fact in all_facts():
        if place in fact.places:
            assert " ".join(fact.text.split()) in shown
            assert f'href="{fact_url(fact)}"' in html


@pytest.mark.parametrize("slug", papers())
def test_every_command_statement_and_table_of_a_paper_is_on_its_page(client, slug):
    html = html_of(client, f"/sources/{slug}/")
    shown = text_of(html)

    for command in Command.objects.filter(source=slug):
        assert f'id="printed-{command.number}"' in html
    for statement in Statement.objects.filter(source=slug):
        assert " ".join(statement.statement.split()) in shown
    rows = Result.objects.filter(source=slug).values_list("source_section", flat=True)
    for name in set(rows):
        count = list(rows).count(name)
        assert re.search(rf"{name.replace(';', ', ')} ?: {count} results? of ", shown)


@pytest.mark.parametrize("output", all_outputs(), ids=lambda output: output.workload)
def test_a_printed_output_stands_on_its_paper_s_page_and_its_workload_s(client, output):
    for url in (f"/sources/{output.source}/", f"/guide/{output.workload}/"):
        html = html_of(client, url)

        assert f'id="{output.anchor}"' in html
        assert unescape(html).count(output.text.strip()) == 1
        assert "no class or version named: no result" in text_of(html)


def test_the_nine_general_commands_stand_with_their_workloads(client):
    general = Command.objects.filter(campaigns=None)

    assert general.count() == 9
    for command in general:
        [workload] = command.workloads
        html = html_of(client, f"/guide/{workload}/")
        assert f'id="printed-{command.number}"' in html
        assert "performance white paper, 1.2" in text_of(html)


def test_all_printed_commands_of_pgbench_stand_in_its_guide(client):
    html = html_of(client, "/guide/pgbench_read_write/")

    assert len(re.findall(r'id="printed-\d+"', html)) == 21


def test_the_list_names_every_paper_with_what_is_here_of_it(client):
    text = text_of(html_of(client, "/sources/"))

    for paper in papers().values():
        assert paper.title in text
    assert "122 facts · 82 results · 46 commands" in text
    assert "no date printed" in text


def test_a_paper_that_nobody_knows_is_not_found(client):
    assert client.get("/sources/no-such-paper/").status_code == 404


def test_a_source_of_which_nothing_else_is_known_shows_its_results(client):
    source = Source.objects.create(slug="own", title="Own <b>paper</b>", language="en")
    ResultFactory(source=source, source_section="Table 9")

    html = html_of(client, "/sources/own/")

    assert "Own &lt;b&gt;paper&lt;/b&gt;" in html
    assert "1 result of MySQL 8.0" in text_of(html)


def test_a_paper_takes_a_constant_number_of_queries(
    client, django_assert_max_num_queries
):
    with django_assert_max_num_queries(12):
        client.get("/sources/alibaba-whitepaper-20220530/")


def test_every_page_leads_to_the_sources_and_the_glossary(client):
    html = html_of(client, "/engines/")

    assert 'href="/sources/"' in html
    assert 'href="/guide/glossary/"' in html


def test_figures_lead_to_the_section_of_their_paper(client):
    row = Result.objects.get(source_section="1.7 statistics block")
    address = "/sources/alibaba-whitepaper-20220530/"

    assert f'href="{address}#section-1-7"' in html_of(client, f"/results/{row.pk}/")
    assert f'href="{address}"' in html_of(client, "/engines/mysql/8.0/")
    html = html_of(client, "/classes/alibaba-cloud/mysql/rds.mysql.c1.xlarge/")
    assert f'href="{address}#section-1-4-1-5-1-6"' in html
    assert f'href="{address}#section-1-5"' in html
    html = html_of(client, "/guide/fairness/")
    assert f'href="{address}#section-4-specifications"' in html


def test_tables_stand_in_the_order_of_their_numbers(client):
    shown = text_of(html_of(client, "/sources/huawei-whitepaper-20220930/"))

    names = re.findall(r"Table (\d-\d) ?: \d+ results", shown)
    assert names == sorted(names)
    assert len(names) == 12
