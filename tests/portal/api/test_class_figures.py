"""Best figures of instance classes, and the expressions that find classes."""

import pytest
from django.test import Client

from benchruns.catalogue.summaries.refresh import refresh
from benchruns.models import Exclusion
from tests.benchruns.catalogue.needs.asked import repeats
from tests.factories import InstanceClassFactory, ResultFactory, UserFactory

CLASSES = "/api/v1/instance-classes/"


def best_of(client, size):
    return client.get(f"{CLASSES}{size.pk}/").json()["best"]


def test_a_class_has_its_best_figures_with_their_results(client, db):
    size = InstanceClassFactory()
    ResultFactory(instance_class=size, tps=10, qps=200)
    best = ResultFactory(instance_class=size, tps=20, qps=400)
    disk = ResultFactory(instance_class=size, regime="disk_io", tps=5, qps=None)

    found = best_of(client, size)

    once = {"doubt": None, "repeats": None}
    assert found["cached_tps"] == {"value": 20.0, "result": str(best.pk), **once}
    assert found["cached_qps"] == {"value": 400.0, "result": str(best.pk), **once}
    assert found["disk_io_tps"] == {"value": 5.0, "result": str(disk.pk), **once}
    assert found["disk_io_qps"] is None
    assert found["tpm"] is None


def test_the_best_of_repeats_has_their_median_beside_it(anonymous, db):
    size = InstanceClassFactory()
    rows = repeats(size, 2600, 3010, 2700)
    once = ResultFactory(instance_class=size, regime="cached")

    found = best_of(anonymous, size)

    assert found["disk_io_tps"] == {
        "value": 3010.0,
        "result": str(rows[1].pk),
        "doubt": None,
        "repeats": {"count": 3, "median": 2700.0, "lowest": 2600.0},
    }
    assert found["disk_io_qps"]["repeats"]["median"] == 54_000
    assert found["cached_tps"]["result"] == str(once.pk)
    assert found["cached_tps"]["repeats"] is None
    (listed,) = anonymous.get(CLASSES).json()["results"]
    assert set(listed["best"]["disk_io_tps"]) == {"value", "result", "doubt"}


def test_results_that_do_not_count_or_are_hidden_are_no_best_figure(client, db):
    size = InstanceClassFactory()
    excluded = ResultFactory(instance_class=size)
    excluded.exclusion = Exclusion.objects.create(
        result=excluded, reason="cold", excluded_by=UserFactory()
    )
    excluded.save()
    ResultFactory(instance_class=size, variant="rate_limited")
    hidden = ResultFactory(instance_class=size, visibility="private")

    assert best_of(client, size)["cached_tps"] is None
    staff = Client()
    staff.force_login(UserFactory(staff=True))
    assert best_of(staff, size)["cached_tps"]["result"] == str(hidden.pk)


@pytest.mark.parametrize("rows", [1, 20])
def test_a_page_of_classes_takes_the_same_number_of_queries(
    anonymous, db, django_assert_num_queries, rows
):
    for _ in range(rows):
        ResultFactory()
    refresh()

    with django_assert_num_queries(4):
        assert len(anonymous.get(CLASSES).json()["results"]) == rows


def test_expressions_find_classes_beside_the_plain_filters(client, db):
    for vcpus in (2, 4, 8, 16):
        InstanceClassFactory(vcpus=vcpus, iops=None if vcpus == 2 else 100 * vcpus)

    def found(**query):
        return [row["vcpus"] for row in client.get(CLASSES, query).json()["results"]]

    assert found(vcpus_where=">=4 <16") == [4, 8]
    assert found(vcpus_where="2, 16") == [2, 16]
    assert found(iops_where="none") == [2]
    assert found(iops_where=">400", vcpus_where="..8") == [8]
    assert found(vcpus="4") == [4]


def test_an_expression_that_cannot_be_read_is_refused_with_its_name(client, db):
    answer = client.get(CLASSES, {"memory_gb_where": "lots"})

    assert answer.status_code == 400
    (error,) = answer.json()["errors"]
    assert error["field"] == "memory_gb_where"
    assert error["message"].startswith("“lots” cannot be read here. Write 4,")
