"""What the search field offers while one types, and sizes in a search."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.models import InstanceClass
from benchruns.reports.search_words import wanted_of
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
