"""The guide to fair comparisons: every published condition, every rule."""

from html import unescape

import pytest

from benchruns.comparison.fairness import RULES
from benchruns.comparison.fairness.published import RULE_OF
from benchruns.models import FairnessCondition
from benchruns.sentences.fairness.table import CONDITIONS
from tests.published_database import fill

pytestmark = pytest.mark.django_db


def shown(client):
    answer = client.get("/guide/fairness/")
    assert answer.status_code == 200
    return " ".join(unescape(answer.content.decode()).split())


def test_it_shows_every_rule_with_why_and_remedy(client):
    page = shown(client)

    for code in RULES:
        assert f'id="rule-{code}"' in page
        assert str(CONDITIONS[code].label) in page
        assert f"<td>{CONDITIONS[code].why_for([])}</td>" in page
        assert CONDITIONS[code].why_for([])
    assert "Set the same values on both sides" in page
    assert "innodb_buffer_pool_size" in page


def test_it_shows_every_published_condition_with_its_source_and_rule(client):
    fill()

    page = shown(client)

    for condition in FairnessCondition.objects.select_related("source"):
        assert condition.rule in page
        assert f"{condition.source.title}, {condition.source_section}" in page
    for code in set(RULE_OF.values()):
        assert f'href="#rule-{code}"' in page
    assert "not loaded" not in page


def test_without_published_conditions_it_says_what_to_do(client):
    assert "run manage.py load_published" in shown(client)


def test_it_asks_as_much_whatever_it_shows(client, django_assert_max_num_queries):
    fill()

    with django_assert_max_num_queries(3):
        shown(client)


def test_the_guide_leads_to_it(client):
    page = client.get("/guide/").content.decode()

    assert page.count('href="/guide/fairness/"') >= 1
