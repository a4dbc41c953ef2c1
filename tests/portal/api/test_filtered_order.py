"""The first of what a filter finds are read by an index, not put in order with all others."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection

from portal.api.filters import ResultFilters
from portal.queries import rows as queries
from tests.factories import InstanceClassFactory, ProviderFactory, ResultFactory

pytestmark = pytest.mark.django_db
RESULTS = "/api/v1/results/"


def plan_of(**asked):
    found = ResultFilters(asked, queries.results(AnonymousUser())).qs
    return found.order_by("-created_at", "-id")[:51].explain()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="its way of planning")
@pytest.mark.parametrize(
    ("asked", "index"),
    [
        ({"provider": "one"}, "result_written_of_provider"),
        ({"engine": "mysql"}, "result_written_of_engine"),
        ({}, "result_newest_first"),
    ],
)
def test_an_index_has_them_in_their_order(asked, index):
    ProviderFactory(slug="one")

    plan = plan_of(**asked)

    assert index in plan
    assert "TEMP B-TREE FOR ORDER BY" not in plan


@pytest.mark.skipif(connection.vendor != "sqlite", reason="its way of planning")
def test_results_of_a_class_are_looked_up_by_it():
    InstanceClassFactory(code="c1.large")

    plan = plan_of(instance_class="c1.large")

    assert "(instance_class_id=?" in plan


@pytest.mark.both_databases
def test_results_of_all_classes_of_a_code_are_found(client):
    two = [
        ResultFactory(instance_class=InstanceClassFactory(code="c1", engine=engine))
        for engine in ("mysql", "postgresql")
    ]
    ResultFactory()

    found = client.get(RESULTS, {"instance_class": "c1"}).json()["results"]

    assert {row["id"] for row in found} == {str(each.pk) for each in two}
    assert client.get(RESULTS, {"instance_class": "c2"}).json()["results"] == []
