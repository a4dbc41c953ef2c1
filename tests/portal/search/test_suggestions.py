"""What the search field offers while one types, and sizes in a search."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.models import InstanceClass, Run
from benchruns.reports.search_words import wanted_of
from tests.factories import RunFactory, UserFactory
from tests.portal.web.test_overview import text_of

SUGGESTIONS = "/search/suggestions/"


def options(client, text):
    html = client.get(SUGGESTIONS, {"q": text}).content.decode()
    return [part.split('"', 1)[0] for part in html.split('href="')[1:]]


@pytest.mark.parametrize(
    "text", ["8 vcpu mysql", "mysql 8vcpus", "8 CPU MySQL", "8 cores mysql"]
)
def test_a_size_asks_for_classes_of_that_size(client, published, text):
    response = client.get("/search/", {"q": text})

    found = response.context["found"]
    assert found.classes
    assert {(each.engine, each.vcpus) for each in found.classes} == {("mysql", 8)}
    assert not found.versions
    assert not found.campaigns


def test_memory_and_vcpus_are_asked_for_together(client, published):
    found = client.get("/search/", {"q": "16 vcpu 64 gb alibaba"}).context["found"]

    wanted = InstanceClass.objects.filter(
        vcpus=16, memory_gb=64, provider__slug="alibaba-cloud"
    )
    assert {each.pk for each in found.classes} == {each.pk for each in wanted}


def test_the_name_of_a_class_that_holds_a_size_is_a_name(client, published):
    found = client.get("/search/", {"q": "general-1:2-2vcpu-4gb"}).context["found"]

    assert {each.code for each in found.classes} == {"general-1:2-2vcpu-4gb"}


@given(st.text(max_size=100))
def test_any_text_asks_for_something(text):
    wanted = wanted_of(text)

    assert all(word == word.strip() for word in wanted.words)


def test_what_is_typed_offers_versions_classes_and_words(client, published):
    assert options(client, "mysql 8")[0] == "/engines/mysql/8.0/"
    assert (
        options(client, "mysql.c2")[0]
        == "/classes/alibaba-cloud/mysql/rds.mysql.c2.xlarge/"
    )
    assert "/guide/glossary/#regime" in options(client, "regime")


def test_the_last_option_leads_to_all_results(client, published):
    assert options(client, "8 vcpu mysql")[-1] == "/search/?q=8%20vcpu%20mysql"
    assert len(options(client, "mysql")) <= 9


def test_no_text_offers_nothing(client, published):
    assert options(client, "  ") == []


def test_hostile_text_is_text(client, published):
    html = client.get(SUGGESTIONS, {"q": '"><script>alert(1)</script>'})

    assert "<script>" not in html.content.decode()
    assert "alert(1)" in text_of(html)


@pytest.mark.parametrize(
    ("text", "kind", "address"),
    [
        ("mysql", "engine", "/engines/mysql/"),
        ("c2.xlarge", "16 vCPU, 64 GB", "/classes/alibaba-cloud/mysql/rds.mysql.c2"),
        ("oltp read/write", "workload", "/guide/oltp_"),
        ("axis", "guide", "/guide/fairness/#axes"),
        ("client machine", "fair comparison", "/guide/fairness/#rule-client_machine"),
        ("near miss", "glossary", "/guide/glossary/#near-miss"),
        ("huawei white paper", "source", "/sources/huawei-whitepaper-20220930/"),
        ("packet steering", "fact of a paper", "/sources/alibaba-whitepaper-"),
        ("stays below the smaller", "finding", "/results/"),
    ],
)
def test_each_kind_is_offered_while_one_types(client, published, text, kind, address):
    html = client.get(SUGGESTIONS, {"q": text}).content.decode()

    assert any(each.startswith(address) for each in options(client, text)), html
    assert kind in " ".join(text_of(client.get(SUGGESTIONS, {"q": text})).split())


def test_a_finding_of_several_versions_names_its_version(client, published):
    """The same sentence stood there twice, and only the address told them apart."""
    html = client.get(SUGGESTIONS, {"q": "labelled disk i/o (32"}).content.decode()
    told = re.findall(r'/results/[^"]+"><bdi>(.*?)</bdi> <small\s*>(.*?)</small>', html)

    assert len({name for name, _kind in told}) < len(told)
    assert len(set(told)) == len(told)
    assert all(kind.startswith("finding, MySQL ") for _name, kind in told)


def test_no_kind_crowds_out_the_others(client, published):
    found = options(client, "mysql")

    assert {each.split("/")[1] for each in found} >= {
        *("engines", "classes", "guide", "sources", "results", "search")
    }


NAME, TAG = "Zebra night load", "zebratag"
BOTH = ("/search/", SUGGESTIONS)


@pytest.mark.cases_in_turn
@pytest.mark.parametrize("text", ["zebra", "night zebra", TAG, "ZEBRATAG"])
@pytest.mark.parametrize("visibility", ["private", "public"])
def test_a_run_is_found_by_name_and_tag_by_its_owner_and_staff_alone(
    client, db, text, visibility
):
    run = RunFactory(succeeded=True, name=NAME, tags=f"a {TAG}")
    Run.objects.filter(pk=run.pk).update(visibility=visibility)
    address = f'href="/runs/{run.pk}/"'

    def shown(path, question):
        return client.get(path, {"q": question}).content.decode()

    for who in (None, UserFactory()):
        if who:
            client.force_login(who)
        for path in BOTH:
            assert address not in shown(path, text)
            by_id = shown(path, str(run.pk)[:8])
            assert (address in by_id) == (visibility == "public")
            assert "zebra" not in by_id.casefold()
    for who in (run.owner, UserFactory(staff=True)):
        client.force_login(who)
        for path in BOTH:
            assert address in shown(path, text)
            assert NAME in shown(path, text)
