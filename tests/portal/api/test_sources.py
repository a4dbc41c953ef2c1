"""The papers by the API: what their pages have."""

import pytest

from benchruns.sources.facts import all_facts
from benchruns.sources.papers import papers
from tests import published_database

pytestmark = pytest.mark.django_db
SOURCES = "/api/v1/sources/"


@pytest.fixture(scope="module", autouse=True)
def published(django_db_setup, django_db_blocker):
    yield from published_database.loaded(django_db_blocker)


def test_every_paper_is_listed_for_everybody(anonymous):
    answer = anonymous.get(SOURCES).json()

    assert {each["slug"] for each in answer["results"]} == papers().keys()
    assert answer["next"] is None
    newest = answer["results"][0]
    assert newest["url"] == f"/sources/{newest['slug']}/"
    assert newest["counts"]["facts"] == 41


@pytest.mark.parametrize("slug", papers())
def test_a_paper_has_every_fact_in_its_section(anonymous, slug):
    shown = anonymous.get(f"{SOURCES}{slug}/").json()

    found = {
        (part["section"], fact["key"]): fact
        for part in shown["sections"]
        for fact in part["facts"]
    }
    expected = [fact for fact in all_facts() if fact.source == slug]
    assert len(found) == len(expected)
    for fact in expected:
        told = found[fact.section, fact.key]
        assert told["text"] == fact.text
        assert told["literals"] == list(fact.literals)
        assert len(told["shown_at"]) == len(fact.places)


def test_commands_statements_and_terms_are_there(anonymous):
    shown = anonymous.get(f"{SOURCES}alibaba-whitepaper-20220530/").json()

    part = next(each for each in shown["sections"] if each["section"] == "1.2")
    assert len(part["commands"]) == 9
    assert sum(len(each["statements"]) for each in shown["sections"]) == 26
    terms = {term["english"]: term["chinese"] for term in shown["terms"]}
    assert terms["semi-synchronous mode"] == "半同步模式"
    assert sum(each["results"] for each in shown["sections"]) == 82


def test_a_paper_that_nobody_knows_is_a_problem(anonymous):
    answer = anonymous.get(f"{SOURCES}no-such-paper/")

    assert answer.status_code == 404
    assert answer["Content-Type"].startswith("application/problem+json")


def test_an_unknown_word_of_the_question_is_refused(anonymous):
    assert anonymous.get(SOURCES, {"colour": "red"}).status_code == 400
