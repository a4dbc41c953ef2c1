"""The pages of load generators: who is there, who is away, and what each has run."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import GeneratorFactory, RunFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def user(client):
    user = UserFactory()
    client.force_login(user)
    return user


def page_of(client, generator):
    return client.get(f"/generators/{generator.pk}/").content.decode()


@pytest.mark.usefixtures("user")
def test_the_list_says_where_each_stands_and_who_is_away(client):
    GeneratorFactory(name="here")
    GeneratorFactory(name="gone", seen_at=timezone.now() - timedelta(hours=2))

    page = client.get("/generators/").content.decode()

    assert page.index("gone") < page.index("here")
    assert page.count(">away<") == 1
    assert "cn-hangzhou-h" in page


@pytest.mark.usefixtures("user")
def test_own_scripts_are_listed_and_each_has_its_digest(client):
    generator = GeneratorFactory(scripts={"orders.lua": "5" * 64})

    assert "orders.lua" in client.get("/generators/").content.decode()
    assert "5" * 64 in page_of(client, generator)


def test_its_page_has_the_runs_that_one_may_see(client, user):
    generator = GeneratorFactory()
    mine, hidden, elsewhere = (
        RunFactory(owner=user, succeeded=True),
        RunFactory(succeeded=True),
        RunFactory(owner=user, succeeded=True),
    )
    for run in (mine, hidden):
        run.attempts.update(worker=generator.name)

    page = page_of(client, generator)

    assert f"/runs/{mine.pk}/" in page
    assert f"/runs/{hidden.pk}/" not in page
    assert f"/runs/{elsewhere.pk}/" not in page


def test_a_list_of_many_costs_no_query_more(
    client, user, django_assert_max_num_queries
):
    for _n in range(12):
        GeneratorFactory()

    with django_assert_max_num_queries(6):
        client.get("/generators/")
